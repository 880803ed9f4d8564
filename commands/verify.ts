import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { readCrls } from '../src/cli/documents/read-crls.ts';
import { readCertificates, readRoots } from '../src/cli/documents/read-roots.ts';
import { passes, printSummary, printVerdict } from '../src/cli/documents/show-verdict.ts';
import { EXIT } from '../src/cli/errors/exit-codes.ts';
import { policyFlag } from '../src/cli/input/policy-flag.ts';
import { readInputFile } from '../src/cli/input/read-input-file.ts';

export default class Verify extends BaseCommand {
  static override summary = 'verify the signatures of signed PDFs or certificates offline';
  static override description =
    "Asks whether each file is intact since the first signature, who signed it, and whether every signature field is signed. Exits 10 when one of them fails. Only trusted roots identify a signer: name them with --root; without --root, the test root of the profile's sandbox is used, if there is one. Without any root nothing is verified. With several files, prints a line for each.";
  static override examples = [
    '<%= config.bin %> verify signed.pdf --root authority.pem',
    '<%= config.bin %> verify archive/*.pdf --root authority.pem',
    '<%= config.bin %> verify signed.pdf --root authority.pem --crl authority.crl',
    '<%= config.bin %> verify signed.pdf --integrity-only',
    '<%= config.bin %> verify signed.pdf --json | jq .verified',
  ];
  static override args = {
    file: Args.string({
      description: 'PDF files; - for stdin',
      required: true,
      ignoreStdin: true,
      multiple: true,
    }),
  };
  static override flags = {
    root: Flags.string({
      description: 'trusted root certificate, PEM or DER (repeatable)',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'FILE',
    }),
    intermediate: Flags.string({
      description: 'certificate between signer and root that the file lacks (repeatable)',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'FILE',
    }),
    crl: Flags.string({
      description: "an issuer's revocation list, PEM or DER (repeatable)",
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'FILE',
    }),
    policy: policyFlag({
      description: 'certificate policy, one of which every signer must have (repeatable)',
      multiple: true,
      multipleNonGreedy: true,
    }),
    'integrity-only': Flags.boolean({
      description: 'only ask whether the files are intact and complete, not who signed',
    }),
  };
  protected override readonly printsLines = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Verify);
    const isIntegrityOnly = flags['integrity-only'];
    const roots = await readRoots(flags.root ?? [], (await this.profileInUse())?.dataDir);
    const intermediates = await readCertificates(flags.intermediate ?? [], 'a certificate');
    const crls = await readCrls(flags.crl ?? []);
    const options = { roots, intermediates, crls, policies: flags.policy ?? [] };
    const { verifyPdf } = await import('../src/pdf/verification/verify.ts');
    const print = args.file.length === 1 ? printVerdict : printSummary;
    let passed = true;
    for (const file of args.file) {
      const verdict = await verifyPdf(await readInputFile(file, 'the PDF'), options);
      if (this.out.isJson) this.out.line({ type: 'verdict', file, ...verdict });
      else print(this.out, verdict, { file, isIntegrityOnly });
      passed &&= passes(verdict, isIntegrityOnly);
    }
    if (!passed) this.exit(EXIT.notVerified);
  }
}
