import type { InputFault } from '../errors/cli-error.ts';

/** One record of a CSV, and the line of the file on which it begins. */
export interface CsvRecord {
  /** 1-based. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What a CSV holds; after the first place that cannot be parsed, nothing more is read. */
export interface Csv {
  /** The first record; undefined when there is none. */
  readonly header: CsvRecord | undefined;
  readonly records: readonly CsvRecord[];
  readonly faults: readonly InputFault[];
}

const DELIMITERS = [',', ';', '\t'] as const;
/** A line that some spreadsheets put before the header to say what parts the fields. */
const SEPARATOR_LINE = /^sep=(.)\n/i;

/** What parts the fields of the header line: the mark that stands there most often outside of quotes. */
function delimiterOf(text: string): string {
  const [head = ''] = text.trimStart().split('\n', 1);
  const bare = head.replace(/"[^"]*"/g, '');
  const count = (mark: string) => bare.split(mark).length;
  const [best = ','] = [...DELIMITERS].sort((one, other) => count(other) - count(one));
  return best;
}

const newlines = (text: string): number => text.split('\n').length - 1;

const WORDS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote opens on this line or below and is never closed',
  CSV_INVALID_CLOSING_QUOTE:
    'text follows a closing quote; a quote within a quoted field is written twice',
  INVALID_OPENING_QUOTE:
    'a quote stands inside a field; put the whole field in quotes and write the inner ones twice',
};

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

function breakFault({ code, message }: { code: string; message: string }, line: number) {
  return { line, problem: `${WORDS[code] ?? message}; nothing after this line was read` };
}

/**
 * Reads CSV as spreadsheets write it: commas, semicolons or tabs, any line ends, quoted fields over several lines, empty
 * lines. Cells are trimmed and in Unicode's form C; no cell is taken for a number.
 */
export async function readCsv(given: string): Promise<Csv> {
  const { parse } = await import('csv-parse/sync');
  const text = given.replace(/\r\n?/g, '\n');
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
  const body = text.slice(separatorLine.length);
  const delimiter = separator ?? delimiterOf(body);
  const skipped = newlines(separatorLine);
  const found: CsvRecord[] = [];
  const faults: InputFault[] = [];
  let end = skipped;
  parse(body, {
    delimiter,
    record_delimiter: '\n',
    // Among tabs, empty fields would be taken for blanks
    trim: delimiter !== '\t',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record: (record: string[], { lines }) => {
      if (faults.length > 0) return null;
      end = lines + skipped;
      const cells = record.map((cell) => cell.trim().normalize('NFC'));
      if (!isBlank(cells)) found.push({ line: end - newlines(record.join('')), cells });
      // What is returned would be kept by the parser a second time
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
