import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { pathFlags, readTrust, trustFlags } from '../src/cli/documents/read-trust.ts';
import { passes, printSummary, printVerdict } from '../src/cli/documents/show-verdict.ts';
import { CliError } from '../src/cli/errors/cli-error.ts';
import { EXIT } from '../src/cli/errors/exit-codes.ts';
import { readInputFile } from '../src/cli/input/read-input-file.ts';
import type { PdfVerdict } from '../src/pdf/verification/verdict.ts';
import type { Verifier } from '../src/pdf/verification/verifier.ts';

export default class Verify extends BaseCommand {
  static override summary = 'verify the signatures of signed PDFs or certificates';
  static override description =
    "Asks whether each file is intact since the first signature, who signed it, and whether every signature field is signed. Exits 10 when one of them fails. Only trusted roots identify a signer: name them with --root; without --root, the test root of the profile's sandbox is used, if there is one. Without any root nothing is verified. A completion certificate is judged by the key of its seal: name the service's certificate with --service-cert. With --certificate, also asks whether the two belong together. Works offline, unless --fetch asks for what the certificates name. With several files, prints a line for each.";
  static override examples = [
    '<%= config.bin %> verify signed.pdf --root authority.pem',
    '<%= config.bin %> verify archive/*.pdf --root authority.pem',
    '<%= config.bin %> verify signed.pdf --certificate certificate.pdf --root authority.pem --service-cert seal.pem',
    '<%= config.bin %> verify signed.pdf --root authority.pem --crl authority.crl',
    '<%= config.bin %> verify signed.pdf --root authority.pem --fetch',
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
    ...trustFlags,
    ...pathFlags,
    certificate: Flags.string({
      description: 'completion certificate that the file must belong to',
      helpValue: 'FILE',
    }),
    fetch: Flags.boolean({
      description:
        'fetch missing issuers and revocation from public addresses that the certificates name',
    }),
    'integrity-only': Flags.boolean({
      description: 'only ask whether the files are intact and complete, not who signed',
    }),
  };
  protected override readonly printsLines = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Verify);
    const { certificate, 'integrity-only': isIntegrityOnly } = flags;
    assertOneFile(certificate, args.file);
    const { startVerifier } = await import('../src/pdf/verification/verifier.ts');
    const verifier = startVerifier({ script: this.asset('verify-worker.js') });
    const print = args.file.length === 1 ? printVerdict : printSummary;
    let passed = true;
    try {
      const trust = await readTrust(flags, (await this.profileInUse())?.dataDir);
      const verify = flags.fetch
        ? await verifyFetching(verifier, trust)
        : async (bytes: Buffer) => await verifier.verify(bytes, trust);
      const judge = async (path: string, what: string) =>
        await verify(await readInputFile(path, what));
      for (const file of args.file) {
        const verdict = await bind(await judge(file, 'the PDF'), certificate, judge);
        if (this.out.isJson) this.out.line({ type: 'verdict', file, ...verdict });
        else print(this.out, verdict, { file, isIntegrityOnly });
        passed &&= passes(verdict, isIntegrityOnly);
      }
    } finally {
      verifier.close();
    }
    if (!passed) this.exit(EXIT.notVerified);
  }
}

type GivenTrust = Awaited<ReturnType<typeof readTrust>>;

/** Verifies files with what their certificates name, and remarks on what could not be fetched. */
async function verifyFetching(verifier: Verifier, trust: GivenTrust) {
  const { evidenceFetcher } = await import('../src/cli/documents/fetch-evidence.ts');
  const fetchFor = evidenceFetcher(verifier);
  return async (bytes: Buffer): Promise<PdfVerdict> => {
    const { issuers, crls, ocsp, remarks } = await fetchFor(bytes, trust);
    const more = { ...trust, issuers, crls: [...trust.crls, ...crls], ocsp };
    const verdict = await verifier.verify(bytes, more);
    return { ...verdict, findings: [...verdict.findings, ...remarks] };
  };
}

/** Compares a file with its certificate, if there is one. */
async function bind(
  verdict: PdfVerdict,
  certificate: string | undefined,
  judge: (path: string, what: string) => Promise<PdfVerdict>,
): Promise<PdfVerdict> {
  if (certificate === undefined) return verdict;
  const { bindToCertificate } = await import('../src/pdf/verification/pair.ts');
  const about = await judge(certificate, 'the certificate');
  const bound = bindToCertificate(verdict, about);
  const remarks = about.findings.filter(({ code }) => code === 'NOT_FETCHED');
  return { ...bound, findings: [...bound.findings, ...remarks] };
}

function assertOneFile(certificate: string | undefined, files: readonly string[]): void {
  if (certificate === undefined || files.length === 1) return;
  throw new CliError({
    code: 'too_many_files',
    what: '--certificate belongs to one file',
    next: 'esign verify signed.pdf --certificate certificate.pdf',
    exitCode: EXIT.usage,
  });
}
