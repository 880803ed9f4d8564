import { BulkCommand } from '../../src/cli/bulk/bulk-command.ts';
import { runArgs, runFlags } from '../../src/cli/bulk/bulk-flags.ts';
import type { BulkSummary } from '../../src/cli/bulk/run/run-bulk.ts';

export default class BulkSend extends BulkCommand {
  static override summary = 'send many documents, one per row of a manifest';
  static override description =
    'Checks the whole manifest before sending anything. A journal next to it makes the run safe to stop or kill at any time: the same command continues where it stopped, and neither repeats nor skips a row. With --json, prints a line for each row, then the totals. Exits 12 when rows are left, but 0 if those are only the rows beyond --limit.';
  static override examples = [
    '<%= config.bin %> bulk send contracts.csv --dry-run',
    '<%= config.bin %> bulk send contracts.csv --limit 5',
    '<%= config.bin %> bulk send contracts.csv --yes --json',
  ];
  static override args = runArgs;
  static override flags = runFlags;

  async run(): Promise<BulkSummary> {
    const { args, flags } = await this.parse(BulkSend);
    const pages = this.pageReader(() => import('../../src/pdf/reading/page-reader.ts'));
    return this.sendRows({ mode: 'send', manifest: args.manifest, flags }, pages);
  }
}
