import { BaseCommand } from '../../src/cli/base-command.ts';
import { runArgs } from '../../src/cli/bulk/bulk-flags.ts';
import type { CountPages } from '../../src/cli/bulk/manifest/pdf-files.ts';
import type { BulkExport } from '../../src/cli/bulk/results/write-export.ts';
import { exportFlags, exportRun } from '../../src/cli/bulk/results/write-export.ts';

export default class BulkExportCommand extends BaseCommand {
  static override summary = 'write what became of each row, as CSV or JSON';
  static override description =
    "The documents' ids and statuses, why a row was not sent, and the manifest's further columns. A cell that a spreadsheet would run as a formula gets an apostrophe before it.";
  static override examples = [
    '<%= config.bin %> bulk export contracts.csv -o results.csv --bom',
    '<%= config.bin %> bulk export contracts.csv --links --format json -o links.json',
    "<%= config.bin %> bulk export contracts.csv --json | jq '.rows[].documentId'",
  ];
  static override args = runArgs;
  static override flags = exportFlags;

  async run(): Promise<BulkExport> {
    const { args, flags } = await this.parse(BulkExportCommand);
    const countPages: CountPages = async (pdf) =>
      (await import('../../src/pdf/admission/count-pages.ts')).countPages(pdf);
    const { baseUrl } = await this.connection();
    const context = { ...(await this.context()), baseUrl, countPages };
    return exportRun({ manifest: args.manifest, journal: flags.journal }, flags, context);
  }
}
