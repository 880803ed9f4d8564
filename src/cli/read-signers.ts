import { checkSigners } from '../contract/check-signers.ts';
import type { SignerInput } from '../contract/signer.ts';
import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';
import { readInputFile } from './read-input-file.ts';
import type { GivenSigner } from './signer-grammar.ts';
import { needsPageCount, parseSigner, phoneDigits, toSignerInput } from './signer-grammar.ts';
import { beyondLastPage, signerProblem } from './signer-problem.ts';

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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fromText(text: string): GivenSigner {
  const parsed = parseSigner(text);
  if (parsed.ok) return parsed.signer;
  throw wrong(parsed.problem);
}

function rowToSigner(row: Record<string, unknown>, line: number): GivenSigner {
  const cell = (name: string) => (typeof row[name] === 'string' ? row[name].trim() : '');
  const absent = ['name', 'email', 'phone'].filter((name) => cell(name) === '');
  if (absent.length > 0) throw wrong(`line ${line} has no ${absent.join(', no ')}`);
  const placement = cell('placement');
  const words = placement === '' ? '' : ` ${placement}`;
  const { positions } = fromText(`x <x> 1${words}`);
  return { name: cell('name'), email: cell('email'), phone: phoneDigits(cell('phone')), positions };
}

async function fromCsv(text: string): Promise<GivenSigner[]> {
  const { parse } = await import('csv-parse/sync');
  const columns = (head: string[]) => head.map((name) => name.trim().toLowerCase());
  try {
    const rows: unknown[] = parse(text, { columns, bom: true, skip_empty_lines: true, trim: true });
    return rows.map((row, index) => rowToSigner(isRecord(row) ? row : {}, index + 2));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw wrong(`the CSV cannot be read: ${csvProblem(error)}`, error);
  }
}

/** The commas of a rectangle are what parts a line of CSV into more fields than there are heads. */
function csvProblem(error: unknown): string {
  const record = isRecord(error) ? error : {};
  if (record.code === 'CSV_RECORD_INCONSISTENT_COLUMNS')
    return `line ${record.lines} has more or fewer fields than the header; a rectangle stands in quotes`;
  return error instanceof Error ? error.message : String(error);
}

/** What a file of signers held: JSON goes to the contract's check as it is. */
type FileSigners = { readonly json: readonly unknown[] } | { readonly given: GivenSigner[] };

/** Reads signers out of a text: JSON as the API takes it (or its list alone), CSV with a header otherwise. */
export async function signersOfText(text: string): Promise<FileSigners> {
  if (!/^\s*[[{]/.test(text)) return { given: await fromCsv(text) };
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
  return signersOfText((await readInputFile(path, 'the list of signers')).toString('utf8'));
}
