import { Flags } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { readRoots } from '../src/cli/documents/read-roots.ts';
import { isVerified, printVerdict } from '../src/cli/documents/show-verdict.ts';
import { EXIT } from '../src/cli/errors/exit-codes.ts';
import { required } from '../src/cli/input/argument.ts';
import { readInputFile } from '../src/cli/input/read-input-file.ts';
import type { PdfVerdict } from '../src/pdf/verification/verify.ts';

export default class Verify extends BaseCommand {
  static override summary = 'verify the signatures of a signed PDF or certificate offline';
  static override description =
    "Exits 10 when a signature is not valid or does not lead to a trusted root. Without --root, uses the test root of the profile's sandbox, if there is one.";
  static override examples = [
    '<%= config.bin %> verify signed.pdf',
    '<%= config.bin %> verify certificate.pdf --root authority.pem',
    '<%= config.bin %> verify signed.pdf --json | jq .intact',
  ];
  static override args = { file: required('PDF file; - for stdin') };
  static override flags = {
    root: Flags.string({
      description: 'trusted root certificate, PEM or DER (repeatable)',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'FILE',
    }),
  };
  protected override readonly printsLines = true;

  async run(): Promise<PdfVerdict & { verified: boolean }> {
    const { args, flags } = await this.parse(Verify);
    const bytes = await readInputFile(args.file, 'the PDF');
    const profile = await this.profileInUse();
    const roots = await readRoots(flags.root ?? [], profile?.dataDir);
    const { verifyPdf } = await import('../src/pdf/verification/verify.ts');
    const verdict = await verifyPdf(bytes, { roots });
    const hasRoots = roots.length > 0;
    const result = { ...verdict, verified: isVerified(verdict, hasRoots) };
    if (this.out.isJson) this.out.document(result);
    else printVerdict(this.out, verdict, hasRoots);
    if (!hasRoots)
      this.out.warn('no trusted root is known: anybody could have issued these certificates');
    if (!result.verified) this.exit(EXIT.notVerified);
    return result;
  }
}
