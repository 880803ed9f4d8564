import { BaseCommand } from '../../src/cli/base-command.ts';
import { runArgs } from '../../src/cli/bulk/bulk-flags.ts';
import type { WatchSummary } from '../../src/cli/bulk/results/watch-bulk.ts';
import { bulkWatchFlags, watchBulk } from '../../src/cli/bulk/results/watch-bulk.ts';

export default class BulkWatch extends BaseCommand {
  static override summary = 'wait until all documents of a bulk run are completed';
  static override description =
    'Polls pages of the document list, and survives temporary failures of the service. With --json, prints a line for each document that changes, then the totals. Exits 12 when rows were not sent or not completed.';
  static override examples = [
    '<%= config.bin %> bulk watch contracts.csv',
    '<%= config.bin %> bulk watch contracts.csv --timeout 2d --json',
  ];
  static override args = runArgs;
  static override flags = bulkWatchFlags;
  protected override readonly printsLines = true;

  async run(): Promise<WatchSummary> {
    const { args, flags } = await this.parse(BulkWatch);
    const pdfTools = this.pageReader(() => import('../../src/pdf/reading/page-reader.ts'));
    const context = { ...(await this.context()), pdfTools };
    return watchBulk({ manifest: args.manifest, journal: flags.journal }, flags, context);
  }
}
