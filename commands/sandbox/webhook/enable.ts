import { endpointArgs, findEndpoint } from '../../../src/cli/sandbox/find-endpoint.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printWebhooks } from '../../../src/cli/sandbox/show-webhooks.ts';
import type { SandboxWebhook } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookEnable extends SandboxCommand {
  static override summary = 'resume sending events to an endpoint';
  static override examples = [
    '<%= config.bin %> sandbox webhook enable whe_5f0c1d5e',
    '<%= config.bin %> sandbox webhook enable whe_5f0c1d5e --json',
  ];
  static override args = endpointArgs;

  async run(): Promise<SandboxWebhook> {
    const { args, flags } = await this.parse(SandboxWebhookEnable);
    const control = await this.webhookControl(flags, import('../../../src/sandbox/index.ts'));
    const { endpointId } = findEndpoint(args.endpoint, await control.listWebhooks());
    const changed = await control.setWebhook({ endpointId, enabled: true });
    await printWebhooks(this.out, [changed]);
    this.out.note('To resend what was skipped:');
    this.out.next(`esign sandbox webhook resend --endpoint ${endpointId}`);
    return changed;
  }
}
