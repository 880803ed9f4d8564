/**
 * The start of a formula, half or full width. It may start a cell, or a part that becomes a cell in
 * a spreadsheet that splits at semicolons or tabs and so ignores our quotes.
 */
const FORMULA = /(^|[;\t\r\n][\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Leading characters that some spreadsheets skip when they look for a formula. */
const DROPPED = /^(?=[\t\r])/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Puts an apostrophe before formulas, so that a spreadsheet never runs them. */
const guarded = (text: string): string => text.replace(FORMULA, "$1'").replace(DROPPED, "'");

function cell(text: string, delimiter: string): string {
  return QUOTED.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}

type CsvCells = ReadonlyArray<readonly string[]>;

/** CSV (RFC 4180), safe to open in a spreadsheet unless `isRaw`, which keeps formulas. */
export function csvText(
  rows: CsvCells,
  {
    isRaw = false,
    delimiter = ',',
  }: { readonly isRaw?: boolean; readonly delimiter?: string } = {},
): string {
  const written = (text: string) => cell(isRaw ? text : guarded(text), delimiter);
  return rows.map((row) => `${row.map(written).join(delimiter)}\r\n`).join('');
}

const TSV_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** Tab-separated; a backslash escapes tabs, line breaks and backslashes in cells. */
export function tsvText(rows: CsvCells): string {
  const written = (text: string) => text.replace(/[\\\t\n\r]/g, (one) => TSV_ESCAPES[one] ?? one);
  return rows.map((row) => `${row.map(written).join('\t')}\n`).join('');
}
