import { endpointArgs, findEndpoint } from '../../../src/cli/sandbox/find-endpoint.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';

export default class SandboxWebhookRemove extends SandboxCommand {
  static override summary = 'remove a webhook endpoint from the running sandbox';
  static override examples = [
    '<%= config.bin %> sandbox webhook remove whe_5f0c1d5e',
    '<%= config.bin %> sandbox webhook remove whe_5f0c1d5e --json',
  ];
  static override args = endpointArgs;

  async run(): Promise<{ endpointId: string; removed: true }> {
    const { args, flags } = await this.parse(SandboxWebhookRemove);
    const control = await this.webhookControl(flags, import('../../../src/sandbox/index.ts'));
    const { endpointId } = findEndpoint(args.endpoint, await control.listWebhooks());
    await control.removeWebhook({ endpointId });
    this.out.result(`Removed ${endpointId}.`);
    return { endpointId, removed: true };
  }
}
