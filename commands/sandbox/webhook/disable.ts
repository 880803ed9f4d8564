import { endpointArgs } from '../../../src/cli/endpoint-args.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { printWebhooks } from '../../../src/cli/show-webhooks.ts';
import type { SandboxWebhook } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookDisable extends SandboxCommand {
  static override summary = 'send no more events to an endpoint';
  static override examples = [
    '<%= config.bin %> sandbox webhook disable whe_5f0c1d5e',
    '<%= config.bin %> sandbox webhook disable whe_5f0c1d5e --json',
  ];
  static override args = endpointArgs;

  async run(): Promise<SandboxWebhook> {
    const { args, flags } = await this.parse(SandboxWebhookDisable);
    const { dataDir } = await this.place(flags);
    const { openControl } = await import('../../../src/sandbox/index.ts');
    const changed = await (await openControl(dataDir)).setWebhook(args.endpoint, false);
    await printWebhooks(this.out, [changed]);
    return changed;
  }
}
