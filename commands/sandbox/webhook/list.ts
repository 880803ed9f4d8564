import { rowFlags } from '../../../src/cli/rows/row-flags.ts';
import { showRows } from '../../../src/cli/rows/show-rows.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printWebhooks, WEBHOOK_COLUMNS } from '../../../src/cli/sandbox/show-webhooks.ts';
import type { SandboxWebhook } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookList extends SandboxCommand {
  static override summary = 'list the webhook endpoints of the running sandbox';
  static override examples = [
    '<%= config.bin %> sandbox webhook list',
    "<%= config.bin %> sandbox webhook list --json | jq -r '.webhooks[].url'",
  ];
  static override flags = rowFlags(WEBHOOK_COLUMNS);

  async run(): Promise<{ webhooks: SandboxWebhook[] }> {
    const { flags } = await this.parse(SandboxWebhookList);
    const control = await this.webhookControl(flags, import('../../../src/sandbox/index.ts'));
    const listing = { rows: await control.listWebhooks(), flags, known: WEBHOOK_COLUMNS };
    const webhooks = await showRows(this.out, listing, async (rows) => {
      if (rows.length > 0) return await printWebhooks(this.out, rows);
      this.out.note('No webhook endpoints yet.');
      this.out.next('esign sandbox webhook add http://127.0.0.1:3000/webhooks');
    });
    return { webhooks };
  }
}
