import { BulkCommand } from '../../src/cli/bulk/bulk-command.ts';
import { runArgs, runFlags } from '../../src/cli/bulk/bulk-flags.ts';
import type { BulkSummary } from '../../src/cli/bulk/run/run-bulk.ts';

export default class BulkRetry extends BulkCommand {
  static override summary = 'retry the rows that failed or are in doubt';
  static override description =
    'Sends a failed row as it is in the manifest now, in a new document; its old document stays PENDING, unsent and unpaid, and is listed. Checks a row in doubt first. Nothing is sent twice.';
  static override examples = [
    '<%= config.bin %> bulk retry contracts.csv',
    '<%= config.bin %> bulk retry contracts.csv --yes --json',
  ];
  static override args = runArgs;
  static override flags = runFlags;

  async run(): Promise<BulkSummary> {
    const { args, flags } = await this.parse(BulkRetry);
    const pages = this.pageReader(() => import('../../src/pdf/reading/page-reader.ts'));
    return this.sendRows({ mode: 'retry', manifest: args.manifest, flags }, pages);
  }
}
