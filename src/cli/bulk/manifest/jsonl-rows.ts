import { nearestWord } from '../../../client/options/edit-distance.ts';
import { simpleHead } from '../../csv/read-csv.ts';
import { isRecord } from '../../input/is-record.ts';
import type { GivenRow, GivenRows } from './given-row.ts';
import { readExpectation } from './given-row.ts';

const FIELDS = ['file', 'name', 'signers', 'expectSigners', 'expectSha256'] as const;
const GUARDED: readonly string[] = FIELDS.slice(2);

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value.normalize('NFC');
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function unreadable(line: number, problem: string): GivenRow {
  const expected = { signers: undefined, sha256: undefined };
  const none = { file: '', name: '', signers: [], expected, columns: {}, words: new Map() };
  return { line, ...none, problems: [problem], isUnreadable: true };
}

const isField = (key: string): boolean => FIELDS.some((field) => field === key);

const misspelt = (key: string): string | undefined =>
  nearestWord(key, FIELDS.slice(0, 2), 1) ?? nearestWord(key, GUARDED);

function fieldProblems(row: Record<string, unknown>): string[] {
  const problems = (['file', 'name', 'expectSha256'] as const)
    .filter((key) => row[key] !== undefined && typeof row[key] !== 'string')
    .map((key) => `${key} is not text`);
  if (row.signers !== undefined && !Array.isArray(row.signers))
    problems.push('signers is not an array');
  for (const key of Object.keys(row)) {
    const near = isField(key) ? undefined : misspelt(key);
    if (near !== undefined) problems.push(`there is no field "${key}"; did you mean ${near}?`);
  }
  return problems;
}

function toRow(line: number, row: Record<string, unknown>): GivenRow {
  const text = (key: string) => (typeof row[key] === 'string' ? row[key].trim() : '');
  const list: unknown[] = Array.isArray(row.signers) ? row.signers : [];
  const { expected, problems } = readExpectation(cellOf(row.expectSigners), text('expectSha256'));
  const columns: Record<string, string> = Object.create(null);
  const words = new Map<string, string>();
  for (const [key, value] of Object.entries(row)) {
    words.set(simpleHead(key), cellOf(value));
    if (!isField(key)) columns[key] = cellOf(value);
  }
  return {
    line,
    file: text('file'),
    name: text('name').normalize('NFC'),
    signers: list.map((json, at) => ({ number: at + 1, json })),
    expected,
    columns,
    words,
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

export function readJsonRows(text: string): GivenRows {
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
