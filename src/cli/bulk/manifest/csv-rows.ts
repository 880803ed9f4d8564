import { LIMITS } from '../../../contract/limits.ts';
import type { CsvRecord } from '../../csv/read-csv.ts';
import { readCsv } from '../../csv/read-csv.ts';
import { simpleHead } from '../../csv/simple-head.ts';
import type { InputFault } from '../../errors/cli-error.ts';
import { signerOfCells } from '../../signers/signer-cells.ts';
import { parseSigner } from '../../signers/signer-grammar.ts';
import { counted } from '../../terminal/counted.ts';
import type { GivenRow, RowSigner } from './given-row.ts';
import { readExpectation } from './given-row.ts';
import type { Column, SignerPart } from './manifest-columns.ts';
import { readColumns } from './manifest-columns.ts';

/** The rows of a manifest in one of its forms, and what is wrong with the file around them. */
export interface GivenRows {
  readonly rows: readonly GivenRow[];
  readonly faults: readonly InputFault[];
}

/** A header's columns, side by side with their heads. */
interface Head {
  readonly heads: readonly string[];
  readonly columns: readonly Column[];
}

type Cell = (wanted: (column: Column) => boolean) => string;

/** One signer of a row: undefined when all its cells are empty, a text when something is wrong. */
function signerAt(number: number, cell: Cell): RowSigner | string | undefined {
  const of = (part: SignerPart | undefined) =>
    cell((column) => column.kind === 'signer' && column.number === number && column.part === part);
  const whole = of(undefined);
  const parts = {
    name: of('name'),
    email: of('email'),
    phone: of('phone'),
    placement: of('placement'),
  };
  const hasParts = Object.values(parts).some((part) => part !== '');
  if (whole !== '' && hasParts)
    return `signer${number} stands there twice: whole, and in columns of its parts`;
  if (whole === '' && !hasParts) return undefined;
  const parsed = hasParts ? signerOfCells(parts) : parseSigner(whole);
  return parsed.ok ? { number, given: parsed.signer } : `signer${number}: ${parsed.problem}`;
}

/** The signers of a row in order, and what is wrong with them; an empty one before another is a gap. */
function signersOf(cell: Cell): { signers: RowSigner[]; problems: string[] } {
  const all = Array.from({ length: LIMITS.signersPerDocument }, (_, at) => signerAt(at + 1, cell));
  const last = all.findLastIndex((signer) => signer !== undefined);
  const problems: string[] = [];
  const signers: RowSigner[] = [];
  for (const [at, signer] of all.slice(0, last + 1).entries()) {
    if (signer === undefined)
      problems.push(`signer${at + 1} is empty, but signer${last + 1} is not`);
    else if (typeof signer === 'string') problems.push(signer);
    else signers.push(signer);
  }
  return { signers, problems };
}

function furtherOf({ columns }: Head, cells: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = Object.create(null);
  for (const [at, column] of columns.entries())
    if (column.kind === 'further') kept[column.head] = cells[at] ?? '';
  return kept;
}

/** Spreadsheets pad lines with empty fields; any other difference moves cells under wrong heads. */
function fieldsProblem({ heads }: Head, cells: readonly string[]): string | undefined {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1;
  if (filled <= heads.length && cells.length >= heads.length) return undefined;
  const fields = filled > heads.length ? filled : cells.length;
  return `has ${counted(fields, 'field')}, but the header has ${heads.length}; a field with commas stands in quotes`;
}

function toRow(head: Head, { line, cells }: CsvRecord): GivenRow {
  const cell: Cell = (wanted) => cells[head.columns.findIndex(wanted)] ?? '';
  const plain = (kind: Column['kind']) => cell((column) => column.kind === kind);
  const shifted = fieldsProblem(head, cells);
  const { signers, problems } = signersOf(cell);
  const expectation = readExpectation(plain('expect_signers'), plain('expect_sha256'));
  return {
    line,
    file: plain('file'),
    name: plain('name'),
    signers,
    expected: expectation.expected,
    columns: furtherOf(head, cells),
    words: new Map(head.heads.map((name, at) => [simpleHead(name), cells[at] ?? ''])),
    problems: shifted === undefined ? [...problems, ...expectation.problems] : [shifted],
    isUnreadable: shifted !== undefined,
  };
}

/** Reads the rows of a manifest in CSV: what is wrong with the header or a row comes back beside them. */
export async function readCsvRows(text: string): Promise<GivenRows> {
  const { header, records, faults } = await readCsv(text);
  if (!header) return { rows: [], faults };
  const heads = header.cells.slice(0, header.cells.findLastIndex((cell) => cell !== '') + 1);
  const { columns, problems } = readColumns(heads);
  if (problems.length > 0)
    return { rows: [], faults: problems.map((problem) => ({ line: header.line, problem })) };
  return { rows: records.map((record) => toRow({ heads, columns }, record)), faults };
}
