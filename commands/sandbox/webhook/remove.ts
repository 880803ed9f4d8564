import { endpointArgs } from '../../../src/cli/endpoint-args.ts';
import { harmless } from '../../../src/cli/harmless.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';

export default class SandboxWebhookRemove extends SandboxCommand {
  static override summary = 'remove a webhook endpoint from the running sandbox';
  static override examples = [
    '<%= config.bin %> sandbox webhook remove whe_5f0c1d5e',
    '<%= config.bin %> sandbox webhook remove whe_5f0c1d5e --json',
  ];
  static override args = endpointArgs;

  async run(): Promise<{ endpointId: string; removed: true }> {
    const { args, flags } = await this.parse(SandboxWebhookRemove);
    const { dataDir } = await this.place(flags);
    const { openControl } = await import('../../../src/sandbox/index.ts');
    await (await openControl(dataDir)).removeWebhook(args.endpoint);
    this.out.result(`${harmless(args.endpoint)} is removed.`);
    return { endpointId: args.endpoint, removed: true };
  }
}
