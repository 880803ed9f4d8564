import { BaseCommand } from '../../src/cli/base-command.ts';
import { runArgs } from '../../src/cli/bulk/bulk-flags.ts';
import type { ManifestCheck } from '../../src/cli/bulk/check-manifest.ts';
import { checkFlags, checkOnly } from '../../src/cli/bulk/check-manifest.ts';

export default class BulkCheck extends BaseCommand {
  static override summary = 'check a manifest and its PDFs';
  static override description =
    'Needs no key and no service. Each fault comes with its row, line, column and the value as it was read. bulk send makes the same check first.';
  static override examples = [
    '<%= config.bin %> bulk check contracts.csv',
    '<%= config.bin %> bulk check contracts.csv --report faults.csv',
  ];
  static override args = runArgs;
  static override flags = checkFlags;

  async run(): Promise<ManifestCheck> {
    const { args, flags } = await this.parse(BulkCheck);
    const { recipients } = await this.connection();
    const pdfTools = this.pageReader(() => import('../../src/pdf/reading/page-reader.ts'));
    const progress: typeof this.progress = (text, work) => this.progress(text, work);
    const allowRepeats = flags['allow-repeats'];
    const { out } = this;
    const refusesCovered = flags['refuse-covered'];
    const options = { out, progress, recipients, allowRepeats, refusesCovered, pdfTools };
    return checkOnly(args.manifest, flags.report, options);
  }
}
