import { endpointArgs } from '../../../src/cli/endpoint-args.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { printWebhooks } from '../../../src/cli/show-webhooks.ts';
import type { SandboxWebhook } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookEnable extends SandboxCommand {
  static override summary = 'send events to an endpoint again';
  static override examples = [
    '<%= config.bin %> sandbox webhook enable whe_5f0c1d5e',
    '<%= config.bin %> sandbox webhook enable whe_5f0c1d5e --json',
  ];
  static override args = endpointArgs;

  async run(): Promise<SandboxWebhook> {
    const { args, flags } = await this.parse(SandboxWebhookEnable);
    const { dataDir } = await this.place(flags);
    const { openControl } = await import('../../../src/sandbox/index.ts');
    const changed = await (await openControl(dataDir)).setWebhook(args.endpoint, true);
    await printWebhooks(this.out, [changed]);
    return changed;
  }
}
