import { nearestWord } from '../../../client/options/edit-distance.ts';
import { isRecord } from '../../../contract/is-record.ts';
import type { CliError, InputFault } from '../../errors/cli-error.ts';
import { faultyInput } from '../../errors/usage-error.ts';
import { decodeText } from '../../input/decode-text.ts';
import { readInputFile } from '../../input/read-input-file.ts';
import { sha256Of } from '../../input/sha256.ts';
import { bulkCommand } from '../bulk-flags.ts';
import { readCsvRows } from './csv-rows.ts';
import type { Cell, GivenRow, GivenRows, RowProblem } from './given-row.ts';
import { cellKey, readExpectation } from './given-row.ts';

const FIELDS = [
  ...(['file', 'name', 'signers', 'externalId', 'expectSigners', 'expectSha256'] as const),
] as const;
const GUARDED: readonly string[] = FIELDS.slice(2);

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value.normalize('NFC');
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function unreadable(line: number, problem: string): GivenRow {
  const expected = { signers: undefined, sha256: undefined };
  const none = {
    file: '',
    name: '',
    externalId: '',
    signers: [],
    expected,
    columns: {},
    cells: new Map(),
  };
  return { line, ...none, problems: [{ problem }], isUnreadable: true };
}

const isField = (key: string): boolean => FIELDS.some((field) => field === key);

const misspelt = (key: string): string | undefined =>
  nearestWord(key, FIELDS.slice(0, 2), 1) ??
  nearestWord(key, GUARDED) ??
  (nearestWord(key, ['placement']) && 'placement of a signer');

function fieldProblem(key: string, value: unknown): string | undefined {
  if (key === 'signers') return Array.isArray(value) ? undefined : 'signers is not an array';
  if (isField(key) && key !== 'expectSigners')
    return typeof value === 'string' ? undefined : `${key} is not text`;
  const near = isField(key) ? undefined : misspelt(key);
  return near && `there is no field "${key}"; did you mean ${near}?`;
}

function fieldProblems(row: Record<string, unknown>): RowProblem[] {
  return Object.entries(row).flatMap(([key, value]) => {
    const problem = fieldProblem(key, value);
    return problem === undefined ? [] : [{ column: key, value: cellOf(value), problem }];
  });
}

/** Fields of signers by the names of CSV, so that faults of both forms are found alike. */
function cellsOf(row: Record<string, unknown>, signers: readonly unknown[]): Map<string, Cell> {
  const cells = Object.entries(row).map(([column, value]): [string, Cell] => {
    return [cellKey(column), { column, value: cellOf(value) }];
  });
  const parts = signers.flatMap((signer, at) =>
    Object.entries(isRecord(signer) ? signer : {}).map(([field, value]): [string, Cell] => {
      const column = `signers[${at}].${field}`;
      return [`signer${at + 1}_${field}`, { column, value: cellOf(value) }];
    }),
  );
  return new Map([...cells, ...parts]);
}

function toRow(line: number, row: Record<string, unknown>): GivenRow {
  const text = (key: string) => (typeof row[key] === 'string' ? row[key].trim() : '');
  const list: unknown[] = Array.isArray(row.signers) ? row.signers : [];
  const cells = cellsOf(row, list);
  const { expected, problems } = readExpectation(
    cells.get('expectsigners'),
    cells.get('expectsha256'),
  );
  const columns: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(row)) if (!isField(key)) columns[key] = cellOf(value);
  return {
    line,
    file: text('file'),
    name: text('name').normalize('NFC'),
    externalId: text('externalId').normalize('NFC'),
    signers: list.map((json, at) => ({ number: at + 1, json })),
    expected,
    columns,
    cells,
    problems: [...fieldProblems(row), ...problems],
    isUnreadable: false,
  };
}

function parseLine(line: number, text: string): GivenRow {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return toRow(line, value);
    return unreadable(line, 'is not a JSON object');
  } catch (error) {
    return unreadable(line, `is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function readJsonRows(text: string): GivenRows {
  const lines = text.split(/\r\n?|\n/).map((line, at) => ({ line: at + 1, text: line.trim() }));
  const written = lines.filter((line) => line.text !== '');
  if (written[0]?.text.startsWith('['))
    return {
      rows: [],
      faults: [
        {
          line: written[0].line,
          problem: 'a JSON array starts here; write one object per line instead: jq -c ".[]" FILE',
        },
      ],
    };
  return { rows: written.map((line) => parseLine(line.line, line.text)), faults: [] };
}

export interface WrittenRows extends GivenRows {
  readonly sha256: string;
}

/** Exit 2. Points to a report unless there is one, or only one fault. */
export function faultyManifest(
  path: string,
  faults: readonly InputFault[],
  report?: string,
): CliError {
  const check = `${bulkCommand('check', { manifest: path })} --report faults.csv`;
  const next = faults.length > 1 && report === undefined ? check : 'esign help manifest';
  return faultyInput({ code: 'invalid_manifest', path, faults, next });
}

/** Reads a CSV or JSON Lines manifest. Throws a `CliError` (exit 2) if it is not text. */
export async function readRows(path: string): Promise<WrittenRows> {
  const bytes = await readInputFile(path, 'the manifest');
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw faultyManifest(path, [{ problem: decoded.problem }]);
  const { text } = decoded;
  const given = /^\s*[[{]/.test(text) ? readJsonRows(text) : await readCsvRows(text);
  const sha256 = sha256Of(bytes);
  if (given.rows.length > 0 || given.faults.length > 0) return { ...given, sha256 };
  return { rows: [], faults: [{ problem: 'it has no rows' }], sha256 };
}
