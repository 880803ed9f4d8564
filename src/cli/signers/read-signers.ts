import { checkSigners } from '../../contract/check-signers.ts';
import type { SignerInput } from '../../contract/signer.ts';
import { decodeText } from '../csv/decode-text.ts';
import type { InputFault } from '../errors/cli-error.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { faultyInput } from '../errors/input-faults.ts';
import { isRecord } from '../input/is-record.ts';
import { readInputFile } from '../input/read-input-file.ts';
import type { GivenSigner } from './signer-grammar.ts';
import { needsPageCount, parseSigner, toSignerInput } from './signer-grammar.ts';
import { beyondLastPage, signerProblem } from './signer-problem.ts';
import { signersOfCsv } from './signers-of-csv.ts';

/** What the flags `--signer` and `--signers` hold. */
export interface SignerFlags {
  readonly signer?: readonly string[] | undefined;
  readonly signers?: string | undefined;
}

function wrong(what: string, cause?: unknown): CliError {
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
  throw wrong(parsed.problem);
}

/** What a file of signers held: JSON goes to the contract's check as it is. */
type FileSigners =
  | { readonly json: readonly unknown[] }
  | { readonly given: readonly GivenSigner[] };

/** Reads signers out of a text: JSON as the API takes it (or its list alone), CSV with a header otherwise. */
export async function signersOfText(text: string, path: string): Promise<FileSigners> {
  if (!/^\s*[[{]/.test(text)) {
    const { signers, faults } = await signersOfCsv(text);
    if (faults.length > 0) throw faulty(path, faults);
    return { given: signers };
  }
  const value = parseJson(text);
  const list = isRecord(value) ? value.signers : value;
  if (Array.isArray(list)) return { json: list };
  throw wrong('the JSON holds no list of signers');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrong(
      `the JSON cannot be read: ${error instanceof Error ? error.message : error}`,
      error,
    );
  }
}

/** Signers as they were given, before the number of pages is known. */
export interface GivenSigners {
  /** True when a rectangle stands on `@last`. */
  readonly needsPages: boolean;
  /** The signers in the API's form, checked by the contract. Throws a `CliError` (exit 2) with the first problem. */
  checked(pages?: number): SignerInput[];
}

function lastNeedsFile(): CliError {
  return new CliError({
    code: 'page_count_unknown',
    what: '"@last" needs the file: the pages of an uploaded document cannot be counted',
    next: 'give the number of the page, or send in one step: esign send FILE --signer …',
    exitCode: EXIT.usage,
  });
}

/** Reads the signers that the flags name: texts in order, then those of the file. Throws a `CliError` (exit 2). */
export async function readSigners(flags: SignerFlags): Promise<GivenSigners> {
  const given = (flags.signer ?? []).map(fromText);
  const file = flags.signers === undefined ? { given: [] } : await readSignersFile(flags.signers);
  const all = 'given' in file ? [...given, ...file.given] : given;
  const json = 'json' in file ? file.json : [];
  const needsPages = needsPageCount(all);
  return {
    needsPages,
    checked: (pages) => {
      if (needsPages && pages === undefined) throw lastNeedsFile();
      const signers = [...all.map((signer) => toSignerInput(signer, pages)), ...json];
      const checked = checkSigners({ signers });
      const problem = checked.ok ? beyondLastPage(checked.signers, pages) : checked.problem;
      if (checked.ok && problem === undefined) return checked.signers;
      throw wrong(signerProblem(problem ?? '', signers));
    },
  };
}

async function readSignersFile(path: string): Promise<FileSigners> {
  const decoded = decodeText(await readInputFile(path, 'the list of signers'));
  const shown = path === '-' ? 'stdin' : path;
  if (!decoded.ok) throw faulty(shown, [{ problem: decoded.problem }]);
  return signersOfText(decoded.text, shown);
}
