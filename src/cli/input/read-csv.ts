import type { InputFault } from '../errors/cli-error.ts';

export interface CsvRecord {
  /** The line it starts on, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A parsed CSV. Nothing is read after the first fault. */
export interface Csv {
  readonly header: CsvRecord | undefined;
  readonly records: readonly CsvRecord[];
  readonly faults: readonly InputFault[];
}

const DELIMITERS = [',', ';', '\t'] as const;
/** Spreadsheets may declare the delimiter in the first line; notes begin with `# `. */
const ABOVE_HEADER = /^(?:sep=(.)\n)?(?:"?# .*\n|[^\S\n]*\n)*/i;

/** The most frequent delimiter in the header line, outside quotes. */
function delimiterOf(text: string): string {
  const [head = ''] = text.trimStart().split('\n', 1);
  const bare = head.replace(/"[^"]*"/g, '');
  const count = (mark: string) => bare.split(mark).length;
  const [best = ','] = [...DELIMITERS].sort((one, other) => count(other) - count(one));
  return best;
}

const newlines = (text: string): number => text.split('\n').length - 1;

const WORDS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that opens on this line or below is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote; double a quote inside a quoted field',
  INVALID_OPENING_QUOTE:
    'a field contains a quote; put the whole field in quotes and double the inner ones',
};

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

function breakFault({ code, message }: { code: string; message: string }, line: number) {
  return { line, problem: `${WORDS[code] ?? message}; nothing after this line was read` };
}

/**
 * Accepts commas, semicolons or tabs, any line ends, multi-line fields, empty lines, and notes
 * above the header. Cells are trimmed and NFC-normalized, never converted to numbers.
 */
export async function readCsv(given: string): Promise<Csv> {
  const { parse } = await import('csv-parse/sync');
  const text = given.replace(/\r\n?/g, '\n');
  const [above = '', separator] = ABOVE_HEADER.exec(text) ?? [];
  const body = text.slice(above.length);
  const delimiter = separator ?? delimiterOf(body);
  const skipped = newlines(above);
  const found: CsvRecord[] = [];
  const faults: InputFault[] = [];
  let end = skipped;
  parse(body, {
    delimiter,
    record_delimiter: '\n',
    // Trimming would swallow empty tab-separated fields
    trim: delimiter !== '\t',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record: (record: string[], { lines }) => {
      if (faults.length > 0) return null;
      end = lines + skipped;
      const cells = record.map((cell) => cell.trim().normalize('NFC'));
      if (!isBlank(cells)) found.push({ line: end - newlines(record.join('')), cells });
      // The parser would keep a returned record twice
      return null;
    },
    on_skip: (error) => {
      if (error && faults.length === 0) faults.push(breakFault(error, end + 1));
      return undefined;
    },
  });
  const [header, ...records] = found;
  return { header, records, faults };
}

/** Normalizes a column header: lower case, and `_` for runs of spaces, dashes and underscores. */
export function simpleHead(head: string): string {
  return head
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
    .replace('e_mail', 'email');
}
