import { BaseCommand } from '../../src/cli/base-command.ts';
import { runArgs } from '../../src/cli/bulk/bulk-flags.ts';
import type { DownloadContext, DownloadSummary } from '../../src/cli/bulk/results/download-bulk.ts';
import { bulkDownloadFlags, downloadBulk } from '../../src/cli/bulk/results/download-bulk.ts';
import { readRoots } from '../../src/cli/documents/read-roots.ts';

export default class BulkDownload extends BaseCommand {
  static override summary = 'download all signed PDFs and certificates of a bulk run';
  static override description =
    'Each row has a folder of its own. Both files are verified offline, each other included, before they are written; sha256sums.txt lists them for "sha256sum -c". Run it again to fetch what has been completed since: files that are right are kept. Ends with 12 when rows are left, with 10 when a file does not verify.';
  static override examples = [
    '<%= config.bin %> bulk download contracts.csv --to signed',
    '<%= config.bin %> bulk download contracts.csv --to signed --skip-existing --json',
  ];
  static override args = runArgs;
  static override flags = bulkDownloadFlags;
  protected override readonly printsLines = true;

  async run(): Promise<DownloadSummary> {
    const { args, flags } = await this.parse(BulkDownload);
    const roots = await readRoots(flags.root ?? [], (await this.profileInUse())?.dataDir);
    const { baseUrl } = await this.connection();
    const context: DownloadContext = {
      ...(await this.context()),
      baseUrl,
      countPages: async (pdf) =>
        (await import('../../src/pdf/admission/count-pages.ts')).countPages(pdf),
      verifier: {
        verify: async (pdf) =>
          (await import('../../src/pdf/verification/verify.ts')).verifyPdf(pdf, { roots }),
        hasRoots: roots.length > 0,
      },
    };
    return downloadBulk({ manifest: args.manifest, journal: flags.journal }, flags, context);
  }
}
