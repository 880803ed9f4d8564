import { BaseCommand } from '../../src/cli/base-command.ts';
import { runArgs } from '../../src/cli/bulk/bulk-flags.ts';
import type { BulkExport } from '../../src/cli/bulk/results/export-run.ts';
import { exportFlags, exportRun } from '../../src/cli/bulk/results/export-run.ts';

export default class BulkExportCommand extends BaseCommand {
  static override summary = 'export the outcome of each row as CSV or JSON';
  static override description =
    "Includes document ids and statuses, why a row was not sent, and the manifest's own columns. Cells that a spreadsheet would run as a formula are prefixed with an apostrophe.";
  static override examples = [
    '<%= config.bin %> bulk export contracts.csv -o results.csv --bom',
    '<%= config.bin %> bulk export contracts.csv --links --format json -o links.json',
    "<%= config.bin %> bulk export contracts.csv --json | jq '.rows[].documentId'",
  ];
  static override args = runArgs;
  static override flags = exportFlags;

  async run(): Promise<BulkExport> {
    const { args, flags } = await this.parse(BulkExportCommand);
    const pdfTools = this.pageReader(() => import('../../src/pdf/reading/page-reader.ts'));
    const context = { ...(await this.context()), pdfTools };
    return exportRun({ manifest: args.manifest, journal: flags.journal }, flags, context);
  }
}
