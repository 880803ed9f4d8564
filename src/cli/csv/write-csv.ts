/**
 * The start of a formula in a spreadsheet, in half and full width: of a cell, or of a part that becomes a cell of its own
 * in a spreadsheet that separates cells by semicolons or tabs, and then does not see these quotes.
 */
const FORMULA = /(^|[;\t\r\n][\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Leading characters that some spreadsheets skip when they look for a formula. */
const DROPPED = /^(?=[\t\r])/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Puts an apostrophe before a would-be formula, so that a spreadsheet never runs it. */
const guarded = (text: string): string => text.replace(FORMULA, "$1'").replace(DROPPED, "'");

function cell(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Cells = ReadonlyArray<readonly string[]>;

/** Rows as CSV (RFC 4180), safe to open in a spreadsheet unless `isRaw`, which leaves would-be formulas as they are. */
export function csvText(rows: Cells, { isRaw = false }: { readonly isRaw?: boolean } = {}): string {
  const written = (text: string) => cell(isRaw ? text : guarded(text));
  return rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
}

const TSV_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** Rows of cells parted by tabs; tabs, line breaks and backslashes within a cell are escaped by a backslash. */
export function tsvText(rows: Cells): string {
  const written = (text: string) => text.replace(/[\\\t\n\r]/g, (one) => TSV_ESCAPES[one] ?? one);
  return rows.map((row) => `${row.map(written).join('\t')}\n`).join('');
}
