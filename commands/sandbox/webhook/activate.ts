import { endpointArgs, findEndpoint } from '../../../src/cli/sandbox/find-endpoint.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printWebhooks, warnOfOldSecret } from '../../../src/cli/sandbox/show-webhooks.ts';
import type { SandboxWebhook } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookActivate extends SandboxCommand {
  static override summary = "start signing with an endpoint's next secret";
  static override description =
    'Discards the old secret. Retries of earlier events keep their bytes and get a new signature.';
  static override examples = [
    '<%= config.bin %> sandbox webhook activate whe_5f0c1d5e',
    '<%= config.bin %> sandbox webhook activate whe_5f0c1d5e --json',
  ];
  static override args = endpointArgs;

  async run(): Promise<SandboxWebhook> {
    const { args, flags } = await this.parse(SandboxWebhookActivate);
    const control = await this.webhookControl(flags, import('../../../src/sandbox/index.ts'));
    const { endpointId, secret } = findEndpoint(args.endpoint, await control.listWebhooks());
    const changed = await control.activateWebhook({ endpointId });
    await printWebhooks(this.out, [changed]);
    warnOfOldSecret(this.out, (await this.place(flags)).profile, secret);
    return changed;
  }
}
