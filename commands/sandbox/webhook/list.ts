import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printWebhooks } from '../../../src/cli/sandbox/show-webhooks.ts';
import type { SandboxWebhook } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookList extends SandboxCommand {
  static override summary = 'list the webhook endpoints of the running sandbox';
  static override examples = [
    '<%= config.bin %> sandbox webhook list',
    "<%= config.bin %> sandbox webhook list --json | jq -r '.webhooks[].url'",
  ];

  async run(): Promise<{ webhooks: SandboxWebhook[] }> {
    const { flags } = await this.parse(SandboxWebhookList);
    const control = await this.webhookControl(flags, import('../../../src/sandbox/index.ts'));
    const webhooks = await control.listWebhooks();
    if (webhooks.length > 0) await printWebhooks(this.out, webhooks);
    else {
      this.out.note('No webhook endpoints yet.');
      this.out.next('esign sandbox webhook add http://127.0.0.1:3000/webhooks');
    }
    return { webhooks };
  }
}
