import { harmless } from './harmless.ts';
import type { Printer } from './printer.ts';

export interface Rows {
  readonly heads: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  /** Columns, from 0, that wrap in a narrow window. */
  readonly flexible?: readonly number[];
}

const GAP = '  ';
const NARROWEST = 8;

/** Column widths that fit the window: shrinks the widest flexible column first, down to a minimum. */
export function fittedWidths(
  natural: readonly number[],
  flexible: readonly number[],
  room: number,
): number[] {
  const widths = [...natural];
  const width = (at: number): number => widths[at] ?? 0;
  let over = widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1)) - room;
  for (; over > 0; over -= 1) {
    const [widest] = [...flexible].sort((one, other) => width(other) - width(one));
    if (widest === undefined || width(widest) <= NARROWEST) break;
    widths[widest] = width(widest) - 1;
  }
  return widths;
}

/** No lines around the cells; columns are two spaces apart. */
const BORDERLESS = {
  chars: {
    ...Object.fromEntries(
      ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
        ['', '-mid', '-left', '-right'].map((end) => [side + end, '']),
      ),
    ),
    middle: GAP,
  },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};

/**
 * Aligned text, at most `room` columns wide if the flexible columns allow it. Their cells wrap at
 * words; longer words end with an ellipsis. Escapes cells, but not heads, which may be coloured.
 */
export async function tableText(table: Rows, room = Number.POSITIVE_INFINITY): Promise<string> {
  const [{ default: Table }, { default: widthOf }] = await Promise.all([
    import('cli-table3'),
    import('string-width'),
  ]);
  const { heads, flexible = [] } = table;
  const rows = table.rows.map((row) => row.map(harmless));
  const natural = heads.map((head, at) =>
    Math.max(...[head, ...rows.map((row) => row[at] ?? '')].map((text) => widthOf(text))),
  );
  const colWidths = fittedWidths(natural, flexible, room);
  const drawn = new Table({ ...BORDERLESS, head: [...heads], colWidths, wordWrap: true });
  drawn.push(...rows);
  return drawn.toString().replace(/ +$/gm, '');
}

/** Prints rows under bold heads, within the terminal's width. */
export async function printTable(printer: Printer, table: Rows): Promise<void> {
  if (printer.isJson) return;
  const heads = table.heads.map((head) => printer.paint.bold(head));
  printer.result(await tableText({ ...table, heads }, printer.columns));
}

/** Prints aligned names and escaped values; skips undefined values. */
export function printFields(
  printer: Printer,
  fields: ReadonlyArray<readonly [name: string, value: string | undefined]>,
): void {
  const given = fields.filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...given.map(([name]) => name.length));
  for (const [name, value] of given) {
    printer.result(`${printer.paint.dim(name.padEnd(width))}  ${harmless(value ?? '')}`);
  }
}

const SHORT = 13;

/** Shortens an id for a terminal, to as much as commands need. */
export function shortId(printer: Printer, id: string): string {
  return printer.columns === undefined ? id : id.slice(0, SHORT);
}
