/** Characters that start a formula in a spreadsheet, in half and full width. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Prefixes a would-be formula with an apostrophe, so that a spreadsheet never runs it. */
function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV (RFC 4180), safe to open in a spreadsheet. */
export function csvText(rows: ReadonlyArray<readonly string[]>): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
