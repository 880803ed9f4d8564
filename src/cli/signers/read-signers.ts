import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import type { SignerField } from '../../contract/check-signers.ts';
import { checkSigners, phoneDigits, signerFieldProblem } from '../../contract/check-signers.ts';
import { isRecord } from '../../contract/is-record.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { SignerInput } from '../../contract/signer.ts';
import type { InputFault } from '../errors/cli-error.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { faultyInput } from '../errors/usage-error.ts';
import { decodeText } from '../input/decode-text.ts';
import { readInputFile } from '../input/read-input-file.ts';
import { cannotAsk } from '../terminal/interactive.ts';
import { askConfirmation, askText } from '../terminal/prompts.ts';
import type { PlacingProblem, SignedPdf, WrittenSigner } from './place-signers.ts';
import { needsPageCount, needsWords, placeSigners } from './place-signers.ts';
import type { GivenSigner } from './signer-grammar.ts';
import { parseSigner } from './signer-grammar.ts';
import { placementProblem, signerProblem } from './signer-problem.ts';
import { signersOfCsv } from './signers-of-csv.ts';

export const signerFlags = {
  signer: Flags.string({
    description:
      'a signer: "Name <email> phone @PAGE:X,Y,WxH …", or @text:"WORDS" (repeatable; they sign in this order)',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'SIGNER',
  }),
  signers: Flags.string({
    description:
      'file of signers: CSV with a header (name,email,phone,placement), or JSON; - for stdin',
    helpValue: 'FILE',
  }),
};

type SignerFlags = Partial<Interfaces.InferredFlags<typeof signerFlags>>;

function invalid(what: string, cause?: unknown): CliError {
  return new CliError({
    code: 'invalid_signers',
    what,
    next: 'esign help signers',
    exitCode: EXIT.usage,
    cause,
  });
}

function faulty(path: string, faults: readonly InputFault[]): CliError {
  return faultyInput({ code: 'invalid_signers', path, faults, next: 'esign help signers' });
}

function fromText(text: string): GivenSigner {
  const parsed = parseSigner(text);
  if (parsed.ok) return parsed.signer;
  throw invalid(parsed.problem);
}

/** JSON is checked later, by the contract. */
type FileSigners =
  | { readonly json: readonly unknown[] }
  | { readonly given: readonly GivenSigner[]; readonly lines: readonly number[] };

/** Reads JSON as the API accepts it (or only its array), otherwise CSV with a header. */
export async function signersOfText(text: string, path: string): Promise<FileSigners> {
  if (!/^\s*[[{]/.test(text)) {
    const { signers, lines, faults } = await signersOfCsv(text);
    if (faults.length > 0) throw faulty(path, faults);
    return { given: signers, lines };
  }
  const value = parseJson(text);
  const list = isRecord(value) ? value.signers : value;
  if (Array.isArray(list)) return { json: list };
  throw invalid('the JSON holds no array of signers');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`invalid JSON: ${error instanceof Error ? error.message : error}`, error);
  }
}

const shownPath = (path: string): string => (path === '-' ? 'stdin' : path);

async function readSignersFile(path: string): Promise<FileSigners> {
  const decoded = decodeText(await readInputFile(path, 'the list of signers'));
  const shown = shownPath(path);
  if (!decoded.ok) throw faulty(shown, [{ problem: decoded.problem }]);
  return signersOfText(decoded.text, shown);
}

function lastNeedsFile(): CliError {
  return new CliError({
    code: 'page_count_unknown',
    what: '"@last" needs the file: the pages of an uploaded document cannot be counted',
    next: 'give the page number, or send in one step: esign send FILE --signer …',
    exitCode: EXIT.usage,
  });
}

function uncountedPages(): CliError {
  return new CliError({
    code: 'page_count_unknown',
    what: '"@last" needs the number of pages, and the pages of the PDF could not be read',
    next: 'give the page number',
    exitCode: EXIT.usage,
  });
}

function textNeedsFile(): CliError {
  return new CliError({
    code: 'words_unknown',
    what: '"@text" needs the file: the text of an uploaded document cannot be read',
    next: 'give coordinates, or send in one step: esign send FILE --signer …',
    exitCode: EXIT.usage,
  });
}

/** The index of the signer with the problem; -1 for a problem of all. */
const problemAt = (problem: string): number => Number(/^signers\[(\d+)\]/.exec(problem)?.[1] ?? -1);

function onLine(path: string | undefined, line: number | undefined, problem: string): CliError {
  if (path === undefined || line === undefined) return invalid(problem);
  return faulty(shownPath(path), [{ line, problem }]);
}

export interface GivenSigners {
  /** In the API's form. Throws a `CliError` (exit 2) for all missing rectangles, or one problem. */
  checked(pdf?: SignedPdf): Promise<SignerInput[]>;
}

interface SignerOrigin {
  readonly path: string | undefined;
  readonly lineOf: (index: number) => number | undefined;
}

function unplaced(
  problems: readonly PlacingProblem[],
  inputs: readonly unknown[],
  { path, lineOf }: SignerOrigin,
): CliError {
  const faults = problems.map(({ index, problem }): InputFault => {
    if (index === undefined) return { problem };
    const line = lineOf(index);
    const words = signerProblem(`signers[${index}] ${problem}`, inputs);
    return { problem: words, ...(line !== undefined && { line }) };
  });
  const [only, other] = faults;
  if (only && !other) return onLine(path, only.line, only.problem);
  if (path !== undefined && faults.every(({ line }) => line !== undefined))
    return faulty(shownPath(path), faults);
  return new CliError({
    code: 'invalid_signers',
    what: `${faults.length} rectangles cannot be placed; nothing was sent`,
    faults,
    next: 'esign help signers',
    exitCode: EXIT.usage,
  });
}

/** `--signer`, then the file; undefined if the user can be asked. Throws a `CliError` (exit 2). */
export async function readSigners(
  { signer = [], signers: path }: SignerFlags,
  { mayAsk }: { readonly mayAsk: boolean },
): Promise<GivenSigners | undefined> {
  if (signer.length === 0 && path === undefined) {
    if (mayAsk) return undefined;
    throw cannotAsk('no signers given', 'pass --signer "Name <email> phone", or --signers FILE');
  }
  const given = signer.map(fromText);
  const file = path === undefined ? { given: [], lines: [] } : await readSignersFile(path);
  const all = [
    ...[...given, ...('given' in file ? file.given : [])].map((one) => ({ given: one })),
    ...('json' in file ? file.json.map((json) => ({ json })) : []),
  ];
  const lines = 'lines' in file ? file.lines : [];
  const origin = { path, lineOf: (index: number) => lines[index - given.length] };
  return { checked: (pdf) => checkedSigners(all, pdf, origin) };
}

/** Throws a `CliError` (exit 2) if a rectangle depends on a missing file or unreadable pages. */
function checkNeeds(written: readonly WrittenSigner[], pdf: SignedPdf | undefined): void {
  if (!pdf && needsWords(written)) throw textNeedsFile();
  if (pdf?.pages === undefined && needsPageCount(written))
    throw pdf ? uncountedPages() : lastNeedsFile();
}

/** Throws a `CliError` (exit 2). */
async function checkedSigners(
  written: readonly WrittenSigner[],
  pdf: SignedPdf | undefined,
  origin: SignerOrigin,
): Promise<SignerInput[]> {
  const pages = pdf?.pages;
  checkNeeds(written, pdf);
  const { inputs, problems } = await placeSigners(written, pdf);
  if (problems.length > 0) throw unplaced(problems, inputs, origin);
  const checked = checkSigners({ signers: inputs });
  const problem = checked.ok ? placementProblem(checked.signers, pages) : checked.problem;
  if (checked.ok && problem === undefined) return checked.signers;
  const words = signerProblem(problem ?? '', inputs);
  throw onLine(origin.path, origin.lineOf(problemAt(problem ?? '')), words);
}

async function askSigner(order: number, signal: AbortSignal): Promise<SignerInput> {
  const ask = (message: string, field: SignerField) => {
    const problemOf = (text: string) =>
      signerFieldProblem(field, field === 'phone' ? phoneDigits(text) : text);
    return askText(message, { problemOf }, signal);
  };
  const name = await ask(`Signer ${order}: name`, 'name');
  const email = await ask(`Signer ${order}: email`, 'email');
  const phone = phoneDigits(await ask(`Signer ${order}: mobile phone`, 'phone'));
  return { name: name.trim(), email: email.trim(), phone };
}

export async function askSigners(signal: AbortSignal): Promise<SignerInput[]> {
  const signers: SignerInput[] = [];
  do {
    signers.push(await askSigner(signers.length + 1, signal));
  } while (
    signers.length < LIMITS.signersPerDocument &&
    (await askConfirmation('Another signer?', signal))
  );
  return signers;
}
