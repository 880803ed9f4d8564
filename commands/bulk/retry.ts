import { BulkCommand } from '../../src/cli/bulk/bulk-command.ts';
import { runArgs, runFlags } from '../../src/cli/bulk/bulk-flags.ts';
import type { BulkSummary } from '../../src/cli/bulk/run/run-bulk.ts';

export default class BulkRetry extends BulkCommand {
  static override summary = 'send the rows again that were refused, and settle those in doubt';
  static override description =
    'A row that was refused is sent as it stands in the manifest now, in a new document; the one that it had stays PENDING, unsent and unpaid, and is named. A row in doubt is read first. Nothing is sent twice.';
  static override examples = [
    '<%= config.bin %> bulk retry contracts.csv',
    '<%= config.bin %> bulk retry contracts.csv --yes --json',
  ];
  static override args = runArgs;
  static override flags = runFlags;

  async run(): Promise<BulkSummary> {
    const { args, flags } = await this.parse(BulkRetry);
    return this.sendRows({ mode: 'retry', path: args.manifest, flags }, async (pdf) =>
      (await import('../../src/pdf/admission/count-pages.ts')).countPages(pdf),
    );
  }
}
