import { BaseCommand } from '../../src/cli/base-command.ts';
import { runArgs } from '../../src/cli/bulk/bulk-flags.ts';
import type { DownloadContext, DownloadSummary } from '../../src/cli/bulk/results/download-bulk.ts';
import { bulkDownloadFlags, downloadBulk } from '../../src/cli/bulk/results/download-bulk.ts';
import { readTrust } from '../../src/cli/verify/read-trust.ts';

export default class BulkDownload extends BaseCommand {
  static override summary = 'download the signed PDFs and certificates of a bulk run';
  static override description =
    'Saves each row in a folder of its own. Verifies both files offline before saving them, including that the certificate belongs to the signed PDF; sha256sums.txt lists them for "sha256sum -c". Run it again to fetch newly completed documents; files that verify are kept. Exits 12 when rows are left, and 10 when a file does not verify.';
  static override examples = [
    '<%= config.bin %> bulk download contracts.csv --to signed',
    '<%= config.bin %> bulk download contracts.csv --to signed --skip-existing --json',
  ];
  static override args = runArgs;
  static override flags = bulkDownloadFlags;
  protected override readonly printsLines = true;

  async run(): Promise<DownloadSummary> {
    const { args, flags } = await this.parse(BulkDownload);
    const trust = await readTrust(flags, (await this.profileInUse())?.dataDir);
    const { startVerifier } = await import('../../src/pdf/verification/verifier.ts');
    const verifier = startVerifier({ script: this.asset('verify-worker.js') });
    const context: DownloadContext = {
      ...(await this.context()),
      pdfTools: this.pageReader(() => import('../../src/pdf/reading/page-reader.ts')),
      verifier: {
        verify: (pdf) => verifier.verify(pdf, trust),
        hasRoots: trust.roots.length > 0,
        hasSeals: trust.seals.length + trust.serviceCertificates.length > 0,
      },
    };
    try {
      return await downloadBulk(
        { manifest: args.manifest, journal: flags.journal },
        flags,
        context,
      );
    } finally {
      verifier.close();
    }
  }
}
