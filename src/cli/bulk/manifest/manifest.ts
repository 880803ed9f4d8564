import { dirname, resolve } from 'node:path';
import type { SignerInput } from '../../../contract/signer.ts';
import type { InputFault } from '../../errors/cli-error.ts';
import type { RecipientAllowList } from '../../signers/recipient-allow-list.ts';
import { recipientProblems } from '../../signers/recipient-allow-list.ts';
import { eachAtOnce } from '../each-at-once.ts';
import { checkRow } from './check-row.ts';
import type { GivenRow } from './given-row.ts';
import type { CountPages, PdfFiles } from './pdf-files.ts';
import { openPdfFiles } from './pdf-files.ts';
import { faultyManifest, readRows } from './read-rows.ts';

/** One document to be sent. */
export interface BulkRow {
  /** 1-based data row. */
  readonly row: number;
  /** 1-based line in the file. */
  readonly line: number;
  /** Absolute path of the PDF. */
  readonly file: string;
  readonly name: string;
  readonly signers: readonly SignerInput[];
  /** What the PDF's SHA-256 has to be; undefined: anything. */
  readonly expectSha256?: string | undefined;
  /** Further columns, kept for the export. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A manifest that was checked whole. */
export interface Manifest {
  /** Absolute. */
  readonly path: string;
  /** Of the manifest's own bytes, in lower-case hex. */
  readonly sha256: string;
  readonly rows: readonly BulkRow[];
}

/** What a manifest is checked by, beside itself. */
export interface ManifestReading {
  /** Needed for rectangles on the last page; without it they are faults. */
  readonly countPages?: CountPages;
  /** Whether two rows may be alike in file, name and signers. */
  readonly allowRepeats?: boolean;
  /** Recipient allow-list; undefined allows anybody. */
  readonly recipients?: RecipientAllowList | undefined;
}

/** Rows looked at side by side. */
const AT_ONCE = 8;

type Looked = { readonly row: BulkRow } | { readonly problems: readonly string[] };

/** Some systems keep names in Unicode's form D, which looks the same. */
async function pathOf({ folder, files }: Around, name: string): Promise<string> {
  const path = resolve(folder, name);
  const decomposed = resolve(folder, name.normalize('NFD'));
  if (path === decomposed || (await files.problem(path)) === undefined) return path;
  return (await files.problem(decomposed)) === undefined ? decomposed : path;
}

async function lookAt(given: GivenRow, at: number, around: Around): Promise<Looked> {
  if (given.isUnreadable) return { problems: given.problems };
  if (given.file === '') return { problems: ['names no file', ...given.problems] };
  const file = await pathOf(around, given.file);
  const problem = await around.files.problem(file);
  if (problem !== undefined) return { problems: [`"${given.file}" ${problem}`, ...given.problems] };
  const checked = await checkRow(given, file, around.files);
  if (!checked.ok) return checked;
  const { name, signers } = checked;
  const { line, columns, expected } = given;
  const expectation = expected.sha256 === undefined ? {} : { expectSha256: expected.sha256 };
  return { row: { row: at + 1, line, file, name, signers, ...expectation, columns } };
}

/** Where rows are looked at from. */
interface Around {
  readonly folder: string;
  readonly files: PdfFiles;
}

async function lookAtAll(rows: readonly GivenRow[], around: Around): Promise<Looked[]> {
  const looked: Looked[] = [];
  await eachAtOnce(rows.entries(), AT_ONCE, async ([at, row]) => {
    looked[at] = await lookAt(row, at, around);
  });
  return looked;
}

/** Two rows alike would send, and charge, one contract twice. */
function repeats(rows: readonly BulkRow[]): InputFault[] {
  const firsts = new Map<string, BulkRow>();
  return rows.flatMap((row) => {
    const key = JSON.stringify([row.file, row.name, row.signers]);
    const first = firsts.get(key);
    if (!first) firsts.set(key, row);
    if (!first) return [];
    const { line } = row;
    const problem = `is line ${first.line} again: same file, name and signers`;
    return [{ line, problem: `${problem}; --allow-repeats sends both` }];
  });
}

/**
 * Reads a manifest and checks it whole before anything is sent: CSV or JSON Lines, every file, signer and rectangle.
 * Throws a `CliError` (exit 2) that lists every fault by line.
 */
export async function readManifest(
  path: string,
  { countPages, allowRepeats = false, recipients }: ManifestReading = {},
): Promise<Manifest> {
  const given = await readRows(path);
  const around = { folder: dirname(resolve(path)), files: openPdfFiles(countPages) };
  const looked = await lookAtAll(given.rows, around);
  const faults = looked.flatMap((one, at) => {
    const line = given.rows[at]?.line ?? 0;
    return 'row' in one ? [] : one.problems.map((problem) => ({ line, problem }));
  });
  const rows = looked.flatMap((one) => ('row' in one ? [one.row] : []));
  const notAllowed = rows.flatMap(({ line, signers }) =>
    recipientProblems(signers, recipients).map((problem) => ({ line, problem })),
  );
  const repeated = allowRepeats ? [] : repeats(rows);
  const all = [...given.faults, ...faults, ...notAllowed, ...repeated];
  if (all.length > 0) throw faultyManifest(path, all);
  return { path: resolve(path), sha256: given.sha256, rows };
}
