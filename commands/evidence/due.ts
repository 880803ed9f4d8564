import { Args } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT, worstCode } from '../../src/cli/errors/exit-codes.ts';
import { readInputFile } from '../../src/cli/input/read-input-file.ts';
import { durationFlag } from '../../src/cli/input/time-flag.ts';
import { openReport, reportFlags } from '../../src/cli/rows/junit.ts';
import { dueCase, findPdfs, printDue, proofDue } from '../../src/cli/verify/proof-due.ts';
import { pathFlags, readTrust, trustFlags } from '../../src/cli/verify/read-trust.ts';
import { judgeFiles } from '../../src/cli/verify/verify-files.ts';

const DUE_MS = 90 * 86_400_000;

export default class EvidenceDue extends BaseCommand {
  static override summary = 'say which signed PDFs need their proof renewed, and by when';
  static override description =
    'Verifies each file as esign verify does, and says when the first certificate ends that its proof rests on: that of its last document timestamp, or of what is not under one. Exits with 12 if a proof ends within the time given by --within, with 10 if a signed file is not verified, and with 0 otherwise. Folders are searched for PDFs. What an authority does in the meantime, such as revoking its certificate, nobody can foresee. Works offline.';
  static override examples = [
    '<%= config.bin %> evidence due archive --root authority.pem',
    '<%= config.bin %> evidence due archive/*.pdf --within 180d --junit due.xml --root authority.pem',
    '<%= config.bin %> evidence due archive --json | jq -r \'.results[] | select(.state == "due").file\'',
  ];
  static override args = {
    path: Args.string({
      description: 'PDF files, and folders of them (default: this folder)',
      multiple: true,
      ignoreStdin: true,
    }),
  };
  static override flags = {
    ...trustFlags,
    ...pathFlags,
    ...reportFlags,
    within: durationFlag({
      description: 'how early a proof is due before it ends (default: 90d)',
    }),
  };

  protected override readonly printsLines = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvidenceDue);
    const files = await findPdfs(args.path ?? ['.']);
    const report = await openReport('esign evidence due', flags);
    const { startVerifier } = await import('../../src/pdf/verification/verifier.ts');
    const trust = await readTrust(flags, (await this.profileInUse())?.dataDir);
    const verifier = startVerifier({ script: this.asset('verify-worker.js') });
    try {
      const judged = await judgeFiles(this.out, files, async (file) =>
        verifier.verify(await readInputFile(file, 'the PDF'), trust),
      );
      const before = new Date(Date.now() + (flags.within ?? DUE_MS));
      const results = judged.map((one) => proofDue(one, before));
      for (const due of results) printDue(this.out, due);
      await report.write(results.map(dueCase));
      if (this.out.isJson) this.out.document({ results });
      const exitCode = worstCode(results.map((due) => due.exitCode));
      if (exitCode !== EXIT.done) this.exit(exitCode);
    } finally {
      verifier.close();
    }
  }
}
