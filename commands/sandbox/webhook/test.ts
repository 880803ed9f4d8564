import { Flags } from '@oclif/core';
import { EXIT } from '../../../src/cli/errors/exit-codes.ts';
import { outcomeOf } from '../../../src/cli/sandbox/delivery-words.ts';
import { endpointArgs } from '../../../src/cli/sandbox/endpoint-args.ts';
import { findEndpoint } from '../../../src/cli/sandbox/find-endpoint.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';
import { shortDuration } from '../../../src/cli/terminal/times.ts';
import type { SandboxDeliveryDetail } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookTest extends SandboxCommand {
  static override summary = 'send an endpoint a test event, and show what comes of it';
  static override description =
    'The event is valid, of a document that cannot exist (its id is all zeros). It is sent once, also to an endpoint that is off, and never counts against it. Exits with 9 when the answer is no 2xx, and with 8 when there is none yet.';
  static override examples = [
    '<%= config.bin %> sandbox webhook test whe_5f0c1d5e',
    '<%= config.bin %> sandbox webhook test whe_5f0c1d5e --event signer.signed --json',
  ];
  static override args = endpointArgs;
  static override flags = {
    event: Flags.option({
      description: 'event to send',
      options: ['document.completed', 'signer.signed'] as const,
      default: 'document.completed' as const,
    })(),
  };
  protected override readonly printsLines = true;

  async run(): Promise<SandboxDeliveryDetail> {
    const { args, flags } = await this.parse(SandboxWebhookTest);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const { endpointId, url } = findEndpoint(args.endpoint, await control.listWebhooks());
    const tested = await this.progress('waiting for the answer', () =>
      control.testWebhook(endpointId, flags.event),
    );
    const { lastTry, deliveryId, event } = tested;
    const outcome = lastTry && `${outcomeOf(lastTry)}, in ${shortDuration(lastTry.durationMs)}`;
    const rows = { delivery: deliveryId, event, url, outcome: outcome ?? 'not tried yet' };
    if (this.out.isJson) this.out.document(tested);
    else printFields(this.out, Object.entries(rows));
    this.out.next(`esign sandbox webhook deliveries --delivery ${deliveryId}`);
    if (!lastTry?.ok) this.exit(lastTry ? EXIT.unreachable : EXIT.stillWaiting);
    return tested;
  }
}
