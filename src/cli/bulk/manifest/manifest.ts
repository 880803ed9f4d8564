import { dirname, resolve } from 'node:path';
import type { SignerInput } from '../../../contract/signer.ts';
import type { InputFault } from '../../errors/cli-error.ts';
import type { RecipientAllowList } from '../../signers/recipient-allow-list.ts';
import { recipientProblems } from '../../signers/recipient-allow-list.ts';
import { mapConcurrently } from '../concurrency.ts';
import { checkRow } from './check-row.ts';
import type { GivenRow, RowProblem } from './given-row.ts';
import type { PdfFiles, PdfTools } from './pdf-files.ts';
import { openPdfFiles } from './pdf-files.ts';
import { faultyManifest, readRows } from './read-rows.ts';
import { overlooked } from './spoilt-cell.ts';

export interface BulkRow {
  /** Data row, from 1. */
  readonly row: number;
  /** Line of the file, from 1. */
  readonly line: number;
  /** Absolute path of the PDF. */
  readonly file: string;
  readonly name: string;
  readonly signers: readonly SignerInput[];
  readonly externalId?: string | undefined;
  readonly expectSha256?: string | undefined;
  readonly searchedSha256?: string | undefined;
  /** The user's own columns, kept for the export. */
  readonly columns: Readonly<Record<string, string>>;
}

export interface Manifest {
  /** Absolute. */
  readonly path: string;
  /** Lower-case hex, of the manifest itself. */
  readonly sha256: string;
  readonly rows: readonly BulkRow[];
}

export interface ManifestOptions {
  /** Without these, PDFs are not checked, and rectangles that depend on one are faults. */
  readonly pdfTools?: Partial<PdfTools>;
  readonly allowRepeats?: boolean;
  readonly refusesCovered?: boolean;
  readonly recipients?: RecipientAllowList | undefined;
  /** A started row's name, used when the row's own can no longer be filled in. */
  readonly formerName?: (row: number) => string | undefined;
}

interface ManifestContext {
  readonly refusesCovered: boolean;
  readonly folder: string;
  readonly files: PdfFiles;
  readonly formerName: (row: number) => string | undefined;
}

const CONCURRENCY = 8;

type ReadRow = { readonly row: BulkRow } | { readonly problems: readonly RowProblem[] };

/** Some systems store file names in Unicode form D, which looks the same. */
async function pathOf({ folder, files }: ManifestContext, name: string): Promise<string> {
  const path = resolve(folder, name);
  const decomposed = resolve(folder, name.normalize('NFD'));
  if (path === decomposed || (await files.problem(path)) === undefined) return path;
  return (await files.problem(decomposed)) === undefined ? decomposed : path;
}

async function readRow(given: GivenRow, at: number, context: ManifestContext): Promise<ReadRow> {
  if (given.isUnreadable) return { problems: given.problems };
  const file = await pathOf(context, given.file);
  const problem = given.file === '' ? 'names no file' : await context.files.problem(file);
  const checked = await checkRow(
    given,
    { path: file, problem },
    { ...context, formerName: context.formerName(at + 1) },
  );
  if (!checked.ok) return checked;
  const { name, signers, searchedSha256 } = checked;
  const hidden = context.refusesCovered ? await context.files.covered(file, signers) : [];
  if (hidden.length > 0) return { problems: hidden.map((one) => ({ problem: one })) };
  const { line, columns, expected, externalId } = given;
  const hashes = {
    ...(externalId !== '' && { externalId }),
    ...(expected.sha256 !== undefined && { expectSha256: expected.sha256 }),
    ...(searchedSha256 !== undefined && { searchedSha256 }),
  };
  return { row: { row: at + 1, line, file, name, signers, ...hashes, columns } };
}

/** Rows that repeat the key of an earlier row, each with that row's line. */
function repeatsOf(rows: readonly BulkRow[], keyOf: (row: BulkRow) => string) {
  const lines = new Map<string, number>();
  return rows.flatMap((one) => {
    const firstLine = lines.get(keyOf(one));
    if (firstLine !== undefined) return [{ ...one, firstLine }];
    lines.set(keyOf(one), one.line);
    return [];
  });
}

/** Duplicate rows would send, and charge for, one contract twice. */
function duplicates(rows: readonly BulkRow[]): InputFault[] {
  const repeats = repeatsOf(rows, ({ file, name, signers }) =>
    JSON.stringify([file, name, signers]),
  );
  return repeats.map(({ row, line, firstLine }) => {
    const problem = `is a duplicate row: same file, name and signers as line ${firstLine}`;
    return { row, line, problem: `${problem}; pass --allow-repeats to send both` };
  });
}

/** One document has an external id; the second would be refused after it was created. */
function repeatedIds(rows: readonly BulkRow[]): InputFault[] {
  const named = rows.filter(({ externalId }) => externalId !== undefined);
  const repeats = repeatsOf(named, ({ externalId = '' }) => externalId);
  return repeats.map(({ row, line, externalId: value = '', firstLine }) => {
    const problem = `is the external id of line ${firstLine} too`;
    return { row, line, column: 'external_id', value, problem };
  });
}

function faultOf({ line }: GivenRow, at: number, { problem, ...cell }: RowProblem): InputFault {
  const hint = cell.value === undefined ? '' : overlooked(cell.value);
  return { row: at + 1, line, ...cell, problem: `${problem}${hint}` };
}

export interface CheckedManifest extends Manifest {
  /** Of the rows whose PDFs have form fields that signers cannot fill in. */
  readonly linesWithEmptyFields: readonly number[];
  /** By line. Rows with faults are not in `rows`. */
  readonly faults: readonly InputFault[];
}

/** Throws a `CliError` (exit 2) if it is not text. */
export async function checkManifest(
  path: string,
  {
    allowRepeats = false,
    refusesCovered = false,
    recipients,
    formerName = () => undefined,
    pdfTools = {},
  }: ManifestOptions = {},
): Promise<CheckedManifest> {
  const given = await readRows(path);
  const context = {
    folder: dirname(resolve(path)),
    files: openPdfFiles(pdfTools),
    formerName,
    refusesCovered,
  };
  const read = await mapConcurrently(given.rows.entries(), CONCURRENCY, ([at, row]) =>
    readRow(row, at, context),
  );
  const faults = given.rows.flatMap((row, at) => {
    const one = read[at];
    return one && 'problems' in one ? one.problems.map((problem) => faultOf(row, at, problem)) : [];
  });
  const rows = read.flatMap((one) => ('row' in one ? [one.row] : []));
  const empty = await mapConcurrently(rows, CONCURRENCY, ({ file }) =>
    context.files.hasEmptyFields(file),
  );
  const notAllowed = rows.flatMap(({ row, line, signers }) =>
    recipientProblems(signers, recipients).map((problem) => ({ row, line, problem })),
  );
  const repeated = allowRepeats ? [] : duplicates(rows);
  const all = [...given.faults, ...faults, ...notAllowed, ...repeated, ...repeatedIds(rows)];
  return {
    ...{ path: resolve(path), sha256: given.sha256, rows, faults: all },
    linesWithEmptyFields: rows.flatMap(({ line }, at) => (empty[at] ? [line] : [])),
  };
}

/** Reads and checks a manifest. Throws a `CliError` (exit 2) that lists all faults by line. */
export async function readManifest(
  path: string,
  options?: ManifestOptions,
): Promise<Omit<CheckedManifest, 'faults'>> {
  const { faults, ...manifest } = await checkManifest(path, options);
  if (faults.length > 0) throw faultyManifest(path, faults);
  return manifest;
}
