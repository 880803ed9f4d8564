import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { CliError } from '../src/cli/errors/cli-error.ts';
import { EXIT, worstCode } from '../src/cli/errors/exit-codes.ts';
import { misuse } from '../src/cli/errors/usage-error.ts';
import { readInputFile } from '../src/cli/input/read-input-file.ts';
import { openReport, reportFlags } from '../src/cli/rows/junit.ts';
import { harmless } from '../src/cli/terminal/harmless.ts';
import { pathFlags, readTrust, trustFlags } from '../src/cli/verify/read-trust.ts';
import { printSummary, printVerdict } from '../src/cli/verify/show-verdict.ts';
import type { FileResult } from '../src/cli/verify/verify-files.ts';
import { exitCodeOfFile, fileCase, fileJson, judgeFiles } from '../src/cli/verify/verify-files.ts';
import { SaveFileError, saveFile } from '../src/client/index.ts';
import type { PdfVerdict } from '../src/pdf/verification/verdict.ts';
import type { Verifier } from '../src/pdf/verification/verifier.ts';

export default class Verify extends BaseCommand {
  static override summary = 'verify the signatures of signed PDFs or certificates';
  static override description =
    "Asks whether each file is intact since the first signature, who signed it, and whether every signature field is signed. Exits 10 when one of them fails. Only trusted roots identify a signer: name them with --root; without --root, the test root of the profile's sandbox is used, if there is one. Without any root nothing is verified. A completion certificate is judged by the key of its seal: name the service's certificate with --service-cert. With --certificate, also asks whether the two belong together. Works offline, unless --fetch asks for what the certificates name. With several files, prints a line for each (with --json, one document with all results), continues after a failure, and exits with the worst code; a completion certificate among them is compared with its PDF.";
  static override examples = [
    '<%= config.bin %> verify signed.pdf --root authority.pem',
    '<%= config.bin %> verify archive/*.pdf --root authority.pem --junit verified.xml',
    '<%= config.bin %> verify signed.pdf certificate.pdf --root authority.pem --service-cert seal.pem',
    '<%= config.bin %> verify signed.pdf --root authority.pem --crl authority.crl',
    '<%= config.bin %> verify signed.pdf --root authority.pem --fetch',
    '<%= config.bin %> verify signed.pdf --integrity-only',
    '<%= config.bin %> verify --page verify.html --root authority.pem --service-cert seal.pem',
    '<%= config.bin %> verify signed.pdf --json | jq .verified',
  ];
  static override args = {
    file: Args.string({
      description: 'PDF files; - for stdin',
      required: false,
      ignoreStdin: true,
      multiple: true,
    }),
  };
  static override flags = {
    ...trustFlags,
    ...pathFlags,
    ...reportFlags,
    certificate: Flags.string({
      description: 'completion certificate that the file must belong to',
      helpValue: 'FILE',
    }),
    fetch: Flags.boolean({
      description:
        'fetch missing issuers and revocation from public addresses that the certificates name',
    }),
    pictures: Flags.boolean({
      description: 'compare what the pages look like, too',
      default: true,
      allowNo: true,
    }),
    page: Flags.string({
      description:
        'save the page that verifies files in a browser, offline, with these roots and service certificates',
      helpValue: 'FILE',
    }),
    'integrity-only': Flags.boolean({
      description: 'only ask whether the files are intact and complete, not who signed',
    }),
  };
  protected override readonly printsLines = true;
  #verifier: Verifier | undefined;

  /** Starts the reader immediately: it takes longer to load than the arguments take to parse. */
  protected override async init(): Promise<void> {
    const { startVerifier } = await import('../src/pdf/verification/verifier.ts');
    this.#verifier = startVerifier({ script: this.asset('verify-worker.js') });
  }

  protected override async finally(): Promise<void> {
    this.#verifier?.close();
    await super.finally();
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Verify);
    const { certificate, 'integrity-only': isIntegrityOnly } = flags;
    const { file: files = [] } = args;
    if (flags.page !== undefined) {
      assertNoFiles(files);
      return await this.#savePage(flags.page, flags);
    }
    if (files.length === 0) throw misuse('no PDF was named', 'esign verify signed.pdf');
    assertOneFile(certificate, files);
    const report = await openReport('esign verify', flags);
    const results = await this.#judge(files, flags);
    this.#print(results, isIntegrityOnly);
    await report.write(results.map((result) => fileCase(result, isIntegrityOnly)));
    const exitCode = worstCode(results.map((result) => exitCodeOfFile(result, isIntegrityOnly)));
    if (exitCode !== EXIT.done) this.exit(exitCode);
  }

  /** Throws a `CliError` (exit 2) if the file cannot be written. */
  async #savePage(file: string, flags: GivenFlags): Promise<void> {
    const given = await readTrust(flags, (await this.profileInUse())?.dataDir);
    const { builtInTrust, trustingPage } = await import('../src/pdf/page/trust.ts');
    const built = await readFile(this.asset('pages/verify.html'), 'utf8');
    const page = Readable.from([Buffer.from(trustingPage(built, builtInTrust(given)))]);
    const saved = await saveFile(page, file, { force: false }).catch((error: unknown) => {
      if (!(error instanceof SaveFileError)) throw error;
      throw misuse(harmless(error.message), 'name another file with --page');
    });
    if (this.out.isJson) this.out.document({ page: saved });
    this.out.result(`${harmless(saved.path)}  ${saved.bytes} bytes`);
  }

  async #judge(files: readonly string[], flags: GivenFlags): Promise<FileResult[]> {
    const { bindPairs, bindToCertificate } = await import('../src/pdf/verification/pair.ts');
    const verifier = this.#verifier;
    if (!verifier) throw new Error('The reader was not started.');
    const given = await readTrust(flags, (await this.profileInUse())?.dataDir);
    const trust = { ...given, withoutPictures: !flags.pictures };
    const verify = flags.fetch
      ? await verifyFetching(verifier, trust)
      : async (bytes: Buffer) => await verifier.verify(bytes, trust);
    const judge = async (path: string, what = 'the PDF') =>
      await verify(await readInputFile(path, what));
    const bind = (signed: PdfVerdict, about: PdfVerdict) =>
      withRemarks(bindToCertificate(signed, about), about);
    const { certificate } = flags;
    if (certificate === undefined) return bindPairs(await judgeFiles(this.out, files, judge), bind);
    const about = await judge(certificate, 'the certificate');
    return await judgeFiles(this.out, files, async (file) => bind(await judge(file), about));
  }

  #print(results: readonly FileResult[], isIntegrityOnly: boolean): void {
    const [first] = results;
    if (results.length === 1 && first && 'verdict' in first) {
      const { file, verdict } = first;
      if (this.out.isJson) this.out.line({ type: 'verdict', file, ...verdict });
      else printVerdict(this.out, verdict, { file, isIntegrityOnly });
      return;
    }
    if (this.out.isJson)
      this.out.document({ results: results.map((result) => fileJson(result, isIntegrityOnly)) });
    for (const result of results)
      if ('verdict' in result)
        printSummary(this.out, result.verdict, { ...result, isIntegrityOnly });
  }
}

type GivenFlags = Parameters<typeof readTrust>[0] & {
  readonly fetch: boolean;
  readonly pictures: boolean;
  readonly certificate?: string | undefined;
};
type GivenTrust = Awaited<ReturnType<typeof readTrust>>;

async function verifyFetching(verifier: Verifier, trust: GivenTrust) {
  const { evidenceFetcher } = await import('../src/cli/verify/fetch-evidence.ts');
  const fetchFor = evidenceFetcher(verifier);
  return async (bytes: Buffer): Promise<PdfVerdict> => {
    const { issuers, crls, ocsp, remarks } = await fetchFor(bytes, trust);
    const more = { ...trust, issuers, crls: [...trust.crls, ...crls], ocsp };
    const verdict = await verifier.verify(bytes, more);
    return { ...verdict, findings: [...verdict.findings, ...remarks] };
  };
}

function withRemarks(bound: PdfVerdict, about: PdfVerdict): PdfVerdict {
  const remarks = about.findings.filter(({ code }) => code === 'NOT_FETCHED');
  return { ...bound, findings: [...bound.findings, ...remarks] };
}

function assertNoFiles(files: readonly string[]): void {
  if (files.length === 0) return;
  throw misuse('--page saves a page and verifies nothing', 'esign verify --page verify.html');
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
