/**
 * The start of a formula in a spreadsheet, in half and full width: of a cell, or of a part that becomes a cell of its own
 * in a spreadsheet that separates cells by semicolons or tabs, and then does not see these quotes.
 */
const FORMULA = /(^|[;\t\r\n][\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Leading characters that some spreadsheets skip when they look for a formula. */
const DROPPED = /^(?=[\t\r])/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Puts an apostrophe before a would-be formula, so that a spreadsheet never runs it. */
function cell(text: string): string {
  const safe = text.replace(FORMULA, "$1'").replace(DROPPED, "'");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV (RFC 4180), safe to open in a spreadsheet. */
export function csvText(rows: ReadonlyArray<readonly string[]>): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
