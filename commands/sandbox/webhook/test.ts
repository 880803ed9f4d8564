import { Flags } from '@oclif/core';
import { EXIT } from '../../../src/cli/errors/exit-codes.ts';
import { endpointArgs, findEndpoint } from '../../../src/cli/sandbox/find-endpoint.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { outcomeOf } from '../../../src/cli/sandbox/show-deliveries.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';
import { shortDuration } from '../../../src/cli/terminal/times.ts';
import { EVENT_TYPES } from '../../../src/contract/webhooks/webhook-headers.ts';
import type { SandboxDeliveryDetail } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookTest extends SandboxCommand {
  static override summary = 'send a test event to an endpoint and show the outcome';
  static override description =
    'The event is valid, about a document that cannot exist (its id is all zeros). It is sent once, even to a disabled endpoint, and never counts against it. Exits 9 unless the response is 2xx, and 8 if there is no response yet.';
  static override examples = [
    '<%= config.bin %> sandbox webhook test whe_5f0c1d5e',
    '<%= config.bin %> sandbox webhook test whe_5f0c1d5e --event signer.signed --json',
  ];
  static override args = endpointArgs;
  static override flags = {
    event: Flags.option({
      description: 'event to send',
      options: EVENT_TYPES,
      default: 'document.completed' as const,
    })(),
  };
  protected override readonly printsLines = true;

  async run(): Promise<SandboxDeliveryDetail> {
    const { args, flags } = await this.parse(SandboxWebhookTest);
    const control = await this.webhookControl(flags, import('../../../src/sandbox/index.ts'));
    const { endpointId, url } = findEndpoint(args.endpoint, await control.listWebhooks());
    const tested = await this.progress('waiting for the answer', () =>
      control.testWebhook({ endpointId, event: flags.event }),
    );
    const { lastTry, deliveryId, event } = tested;
    const outcome = lastTry && `${outcomeOf(lastTry)}, in ${shortDuration(lastTry.durationMs)}`;
    const rows = { delivery: deliveryId, event, url, outcome: outcome ?? 'not attempted yet' };
    if (this.out.isJson) this.out.document(tested);
    else printFields(this.out, Object.entries(rows));
    this.out.next(`esign sandbox webhook deliveries --delivery ${deliveryId}`);
    if (!lastTry?.ok) this.exit(lastTry ? EXIT.unreachable : EXIT.stillWaiting);
    return tested;
  }
}
