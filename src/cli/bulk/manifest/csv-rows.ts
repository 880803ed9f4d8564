import { editDistance, nearestWord } from '../../../client/options/edit-distance.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { CsvRecord } from '../../csv/read-csv.ts';
import { readCsv, simpleHead } from '../../csv/read-csv.ts';
import { parseSigner, signerOfCells } from '../../signers/signer-grammar.ts';
import { counted } from '../../terminal/counted.ts';
import type { GivenRow, GivenRows, RowSigner } from './given-row.ts';
import { readExpectation } from './given-row.ts';

type SignerPart = 'name' | 'email' | 'phone' | 'placement';

type Column =
  | { readonly kind: 'file' | 'name' | 'expect_signers' | 'expect_sha256' }
  /** Without `part`, the column holds the whole signer in the grammar of `--signer`. */
  | { readonly kind: 'signer'; readonly number: number; readonly part: SignerPart | undefined }
  | { readonly kind: 'further'; readonly head: string }
  | { readonly kind: 'unnamed' };

interface Header {
  readonly heads: readonly string[];
  readonly columns: readonly Column[];
}

const PLAIN = ['file', 'name', 'expect_signers', 'expect_sha256'] as const;
const PARTS: readonly SignerPart[] = ['name', 'email', 'phone', 'placement'];
const NUMBERS = Array.from({ length: LIMITS.signersPerDocument }, (_, index) => index + 1);
const SIGNER_HEADS = NUMBERS.flatMap((number) => [
  `signer${number}`,
  ...PARTS.map((part) => `signer${number}_${part}`),
]);
/** A misspelling would pass for the user's own column and drop a signer or a check. */
const GUARDED = [...SIGNER_HEADS, 'expect_signers', 'expect_sha256'];
/** Short and close to ordinary words, so only a single edit counts as misspelt. */
const SHORT = ['file', 'name'];
const SIGNER = /^signer_?(\d+)(?:_(.+))?$/;

const isPlain = (name: string): name is (typeof PLAIN)[number] => PLAIN.some((one) => one === name);

function signerColumn(head: string, number: number, part: string | undefined): Column | string {
  const most = LIMITS.signersPerDocument;
  if (number < 1 || number > most)
    return `there is no column "${head}": a document has up to ${most} signers, signer1 to signer${most}`;
  const known = PARTS.find((one) => one === part);
  if (part === undefined || known) return { kind: 'signer', number, part: known };
  const near = nearestWord(part, PARTS);
  const meant = PARTS.map((one) => `signer${number}_${one}`).join(', ');
  return `there is no column "${head}"; ${near ? `did you mean signer${number}_${near}?` : `the columns are ${meant}`}`;
}

function columnOf(head: string): Column | string {
  const name = simpleHead(head);
  if (name === '') return { kind: 'unnamed' };
  if (isPlain(name)) return { kind: name };
  const [, number, part] = SIGNER.exec(name) ?? [];
  if (number !== undefined) return signerColumn(head, Number(number), part);
  const near = nearestWord(name, SHORT, 1) ?? nearestWord(name, GUARDED);
  return near === undefined
    ? { kind: 'further', head }
    : `there is no column "${head}"; did you mean ${near}?`;
}

function duplicates(heads: readonly string[]): string[] {
  const names = heads.map((head) => simpleHead(head).replace(/^signer_(?=\d)/, 'signer'));
  const twice = heads.filter((_, at) => names[at] !== '' && names.indexOf(names[at] ?? '') < at);
  return twice.map((head) => `the column "${head}" appears twice`);
}

function missingFile(heads: readonly string[], columns: readonly Column[]): string[] {
  if (columns.some(({ kind }) => kind === 'file')) return [];
  // A single edit away is already a fault
  if (heads.some((head) => editDistance(simpleHead(head), 'file') === 1)) return [];
  const near = heads.find((head) => nearestWord(simpleHead(head), ['file']) !== undefined);
  const hint = near === undefined ? 'the first line names the columns' : `is it "${near}"?`;
  return [`there is no column "file"; ${hint}`];
}

function readHeader(heads: readonly string[]): Header & { readonly problems: readonly string[] } {
  const read = heads.map(columnOf);
  const columns = read.map((column): Column => {
    return typeof column === 'string' ? { kind: 'unnamed' } : column;
  });
  const wrong = read.filter((column) => typeof column === 'string');
  return {
    heads,
    columns,
    problems: [...wrong, ...duplicates(heads), ...missingFile(heads, columns)],
  };
}

type Cell = (wanted: (column: Column) => boolean) => string;

/** Undefined when all its cells are empty; a string describes a problem. */
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
    return `signer${number} is given twice: in one column, and in columns for its parts`;
  if (whole === '' && !hasParts) return undefined;
  const parsed = hasParts ? signerOfCells(parts) : parseSigner(whole);
  return parsed.ok ? { number, given: parsed.signer } : `signer${number}: ${parsed.problem}`;
}

/** Signers in order; an empty one before another is a problem. */
function signersOf(cell: Cell): { signers: RowSigner[]; problems: string[] } {
  const all = NUMBERS.map((number) => signerAt(number, cell));
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

function furtherOf({ columns }: Header, cells: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = Object.create(null);
  for (const [at, column] of columns.entries())
    if (column.kind === 'further') kept[column.head] = cells[at] ?? '';
  return kept;
}

/** Spreadsheets pad lines with empty fields; any other difference shifts cells to wrong columns. */
function fieldsProblem({ heads }: Header, cells: readonly string[]): string | undefined {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1;
  if (filled <= heads.length && cells.length >= heads.length) return undefined;
  const fields = filled > heads.length ? filled : cells.length;
  return `has ${counted(fields, 'field')}, but the header has ${heads.length}; put a field with commas in quotes`;
}

function toRow(header: Header, { line, cells }: CsvRecord): GivenRow {
  const cell: Cell = (wanted) => cells[header.columns.findIndex(wanted)] ?? '';
  const plain = (kind: Column['kind']) => cell((column) => column.kind === kind);
  const shifted = fieldsProblem(header, cells);
  const { signers, problems } = signersOf(cell);
  const expectation = readExpectation(plain('expect_signers'), plain('expect_sha256'));
  return {
    line,
    file: plain('file'),
    name: plain('name'),
    signers,
    expected: expectation.expected,
    columns: furtherOf(header, cells),
    words: new Map(header.heads.map((name, at) => [simpleHead(name), cells[at] ?? ''])),
    problems: shifted === undefined ? [...problems, ...expectation.problems] : [shifted],
    isUnreadable: shifted !== undefined,
  };
}

export async function readCsvRows(text: string): Promise<GivenRows> {
  const { header, records, faults } = await readCsv(text);
  if (!header) return { rows: [], faults };
  const heads = header.cells.slice(0, header.cells.findLastIndex((cell) => cell !== '') + 1);
  const { problems, ...read } = readHeader(heads);
  if (problems.length > 0)
    return { rows: [], faults: problems.map((problem) => ({ line: header.line, problem })) };
  return { rows: records.map((record) => toRow(read, record)), faults };
}
