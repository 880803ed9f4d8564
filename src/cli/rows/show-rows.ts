import { csvText, tsvText } from '../../contract/write-csv.ts';
import type { Printer } from '../terminal/printer.ts';
import { printTable } from '../terminal/table.ts';
import { cellText, sortRows, valueAt } from './cells.ts';
import type { RowFlags } from './row-flags.ts';

export interface Listing<Row> {
  readonly rows: readonly Row[];
  readonly flags: RowFlags;
  readonly known: readonly string[];
}

const TIME = /(^|[a-z])(at|since)$/i;
/** Cutting these would make them useless. */
const WHOLE = /(Id|At|Since)$/;

async function printColumns<Row>(
  printer: Printer,
  rows: readonly Row[],
  columns: readonly string[],
): Promise<void> {
  const cell = (row: Row, column: string) => {
    const value = valueAt(row, column);
    return TIME.test(column) && typeof value === 'string' ? printer.time(value) : cellText(value);
  };
  const flexible = columns.flatMap((column, at) => (WHOLE.test(column) ? [] : [at]));
  const cells = rows.map((row) => columns.map((column) => cell(row, column)));
  await printTable(printer, { heads: columns, rows: cells, flexible });
}

const picked = (row: unknown, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, valueAt(row, column) ?? null]));

function printFormat<Row>(printer: Printer, rows: readonly Row[], listing: Listing<Row>): void {
  const { flags, known } = listing;
  const { format, columns = known, raw = false } = flags;
  if (format === 'ndjson') {
    for (const row of rows) printer.line(flags.columns ? picked(row, columns) : row);
    return;
  }
  const cells = rows.map((row) => columns.map((column) => cellText(valueAt(row, column))));
  const table = [columns, ...cells];
  printer.text(format === 'tsv' ? tsvText(table) : csvText(table, { isRaw: raw }));
}

/** Prints rows as the flags ask, by default with `print`, even if empty. Returns printed rows. */
export async function showRows<Row>(
  printer: Printer,
  listing: Listing<Row>,
  print: (rows: readonly Row[]) => Promise<void> | void,
): Promise<Row[]> {
  const { sort, format, columns } = listing.flags;
  const rows = sort ? sortRows(listing.rows, sort) : [...listing.rows];
  if (format !== undefined) printFormat(printer, rows, listing);
  else if (columns && rows.length > 0) await printColumns(printer, rows, columns);
  else await print(rows);
  return rows;
}
