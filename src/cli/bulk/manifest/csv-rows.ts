import { editDistance, nearestWord } from '../../../client/options/edit-distance.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { CsvRecord } from '../../input/read-csv.ts';
import { readCsv, simpleHead } from '../../input/read-csv.ts';
import { parseSigner, signerOfCells } from '../../signers/signer-grammar.ts';
import { counted } from '../../terminal/counted.ts';
import type { Cell, GivenRow, GivenRows, RowProblem, RowSigner } from './given-row.ts';
import { cellKey, readExpectation, signerCell } from './given-row.ts';
import { spreadsheetProblem } from './spoilt-cell.ts';

type SignerPart = 'name' | 'email' | 'phone' | 'placement';

type CsvColumn =
  | { readonly kind: (typeof PLAIN)[number] }
  /** Without `part`, the column holds the whole signer in the grammar of `--signer`. */
  | { readonly kind: 'signer'; readonly number: number; readonly part: SignerPart | undefined }
  | { readonly kind: 'further'; readonly head: string }
  | { readonly kind: 'unnamed' };

interface Header {
  readonly heads: readonly string[];
  readonly columns: readonly CsvColumn[];
}

const PLAIN = ['file', 'name', 'external_id', 'expect_signers', 'expect_sha256'] as const;
const PARTS: readonly SignerPart[] = ['name', 'email', 'phone', 'placement'];
const NUMBERS = Array.from({ length: LIMITS.signersPerDocument }, (_, index) => index + 1);
const SIGNER_HEADS = NUMBERS.flatMap((number) => [
  `signer${number}`,
  ...PARTS.map((part) => `signer${number}_${part}`),
]);
/** A misspelling would pass for the user's own column and drop a signer or a check. */
const GUARDED = [...SIGNER_HEADS, 'external_id', 'expect_signers', 'expect_sha256'];
/** Short and close to ordinary words, so only a single edit counts as misspelt. */
const SHORT = ['file', 'name'];
const SIGNER = /^signer_?(\d+)(?:_(.+))?$/;

const isPlain = (name: string): name is (typeof PLAIN)[number] => PLAIN.some((one) => one === name);

function signerColumn(head: string, number: number, part: string | undefined): CsvColumn | string {
  const most = LIMITS.signersPerDocument;
  if (number < 1 || number > most)
    return `there is no column "${head}": a document has up to ${most} signers, signer1 to signer${most}`;
  const known = PARTS.find((one) => one === part);
  if (part === undefined || known) return { kind: 'signer', number, part: known };
  const near = nearestWord(part, PARTS);
  const meant = PARTS.map((one) => `signer${number}_${one}`).join(', ');
  return `there is no column "${head}"; ${near ? `did you mean signer${number}_${near}?` : `the columns are ${meant}`}`;
}

/** Without a number it would pass for the user's own column. `name` is the document's. */
function unnumbered(name: string, hasSigners: boolean): SignerPart | undefined {
  const part = nearestWord(name, ['email', 'phone', 'placement'] satisfies SignerPart[]);
  return part === 'placement' || !hasSigners ? PARTS.find((one) => one === part) : undefined;
}

function columnOf(head: string, hasSigners: boolean): CsvColumn | string {
  const name = simpleHead(head);
  if (name === '') return { kind: 'unnamed' };
  if (isPlain(name)) return { kind: name };
  const [, number, part] = SIGNER.exec(name) ?? [];
  if (number !== undefined) return signerColumn(head, Number(number), part);
  const lacking = unnumbered(name, hasSigners);
  const near =
    nearestWord(name, SHORT, 1) ?? nearestWord(name, GUARDED) ?? (lacking && `signer1_${lacking}`);
  return near === undefined
    ? { kind: 'further', head }
    : `there is no column "${head}"; did you mean ${near}?`;
}

function duplicates(heads: readonly string[]): string[] {
  const names = heads.map(cellKey);
  const twice = heads.filter((_, at) => names[at] !== '' && names.indexOf(names[at] ?? '') < at);
  return twice.map((head) => `the column "${head}" appears twice`);
}

function missingFile(heads: readonly string[], columns: readonly CsvColumn[]): string[] {
  if (columns.some(({ kind }) => kind === 'file')) return [];
  // A single edit away is already a fault
  if (heads.some((head) => editDistance(simpleHead(head), 'file') === 1)) return [];
  const near = heads.find((head) => nearestWord(simpleHead(head), ['file']) !== undefined);
  const hint = near === undefined ? 'the first line names the columns' : `is it "${near}"?`;
  return [`there is no column "file"; ${hint}`];
}

function readHeader(heads: readonly string[]): Header & { readonly problems: readonly string[] } {
  const hasSigners = heads.some((head) => SIGNER.test(simpleHead(head)));
  const read = heads.map((head) => columnOf(head, hasSigners));
  const columns = read.map((column): CsvColumn => {
    return typeof column === 'string' ? { kind: 'unnamed' } : column;
  });
  const wrong = read.filter((column) => typeof column === 'string');
  return {
    heads,
    columns,
    problems: [...wrong, ...duplicates(heads), ...missingFile(heads, columns)],
  };
}

type RowCells = ReadonlyMap<string, Cell>;

interface ReadSigner {
  readonly signer?: RowSigner;
  readonly problems: readonly RowProblem[];
}

/** Undefined when all its cells are empty. */
function signerAt(number: number, cells: RowCells): ReadSigner | undefined {
  const whole = cells.get(`signer${number}`);
  const value = (part: SignerPart) => cells.get(`signer${number}_${part}`)?.value ?? '';
  const parts = {
    name: value('name'),
    email: value('email'),
    phone: value('phone'),
    placement: value('placement'),
  };
  const hasParts = Object.values(parts).some((part) => part !== '');
  const saying = (problem: string, cell = whole) => [
    { ...cell, problem: `signer${number}${problem}` },
  ];
  if (whole?.value && hasParts)
    return { problems: saying(' is given twice: in one column, and in columns for its parts') };
  if (whole?.value) {
    const parsed = parseSigner(whole.value);
    if (!parsed.ok) return { problems: saying(`: ${parsed.problem}`) };
    return { signer: { number, given: parsed.signer }, problems: [] };
  }
  if (!hasParts) return undefined;
  const { signer, problems } = signerOfCells(parts);
  const told = problems.flatMap(({ part, problem }) =>
    saying(`: ${problem}`, signerCell({ cells }, number, part)),
  );
  return { signer: { number, given: signer }, problems: told };
}

/** Signers in order; an empty one before another is a problem. */
function signersOf(cells: RowCells): { signers: RowSigner[]; problems: RowProblem[] } {
  const all = NUMBERS.map((number) => signerAt(number, cells));
  const last = all.findLastIndex((signer) => signer !== undefined);
  const read = all.slice(0, last + 1).map((signer, at): ReadSigner => {
    const problem = `signer${at + 1} is empty, but signer${last + 1} is not`;
    return signer ?? { problems: [{ problem }] };
  });
  return {
    signers: read.flatMap(({ signer }) => signer ?? []),
    problems: read.flatMap(({ problems }) => problems),
  };
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

function spoiltCells({ columns, heads }: Header, cells: RowCells): RowProblem[] {
  return columns.flatMap(({ kind }, at) => {
    const cell = cells.get(cellKey(heads[at] ?? ''));
    const isOurs = kind !== 'further' && kind !== 'unnamed';
    const problem = isOurs && cell && spreadsheetProblem(cell.value);
    return problem ? [{ ...cell, problem }] : [];
  });
}

function toRow(header: Header, { line, cells: values }: CsvRecord): GivenRow {
  const cells: RowCells = new Map(
    header.heads.map((column, at) => [cellKey(column), { column, value: values[at] ?? '' }]),
  );
  const shifted = fieldsProblem(header, values);
  const { signers, problems } = signersOf(cells);
  const { expected, problems: unmet } = readExpectation(
    cells.get('expect_signers'),
    cells.get('expect_sha256'),
  );
  const spoilt = spoiltCells(header, cells);
  const isSpoilt = ({ column }: RowProblem) => spoilt.some((one) => one.column === column);
  const others = [...problems, ...unmet].filter(
    (one) => one.column === undefined || !isSpoilt(one),
  );
  return {
    line,
    file: cells.get('file')?.value ?? '',
    name: cells.get('name')?.value ?? '',
    externalId: cells.get('external_id')?.value ?? '',
    signers,
    expected,
    columns: furtherOf(header, values),
    cells,
    problems: shifted === undefined ? [...spoilt, ...others] : [{ problem: shifted }],
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
