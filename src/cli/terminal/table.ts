import { harmless } from './harmless.ts';
import type { Printer } from './printer.ts';
import { localTime, shortTime } from './times.ts';

type Time = (iso: string | null) => string;
type Cells = ReadonlyArray<string[]>;
type WidthOf = (text: string) => number;

export interface Rows {
  readonly heads: readonly string[];
  /** From how times are written: where the room is scarce, times shorten before names wrap. */
  readonly rows: Cells | ((time: Time) => Cells);
  /** Columns, from 0, that wrap in a narrow window. */
  readonly flexible?: readonly number[];
}

const GAP = '  ';
const INDENT = '   ';

const widthOfAll = (widths: readonly number[]): number =>
  widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1));

/** Column widths that fit the window: shrinks the widest column that can, down to its least. */
export function fittedWidths(
  natural: readonly number[],
  least: readonly number[],
  room: number,
): number[] {
  const widths = [...natural];
  const spare = (at: number) => (widths[at] ?? 0) - (least[at] ?? 0);
  for (let over = widthOfAll(widths) - room; over > 0; over -= 1) {
    const open = widths.flatMap((width, at) => (spare(at) > 0 ? [{ at, width }] : []));
    const [widest] = open.sort((one, other) => other.width - one.width);
    if (!widest) break;
    widths[widest.at] = widest.width - 1;
  }
  return widths;
}

/** Breaks between parts, and within one only between words. Later lines are indented. */
function flowed(parts: readonly string[], room: number, widthOf: WidthOf): string {
  const isShort = (part: string) => INDENT.length + widthOf(part) <= room;
  const pieces = parts.flatMap((part) =>
    (isShort(part) ? [part] : part.split(' ')).map((text, at) => (at === 0 ? GAP : ' ') + text),
  );
  const lines: string[] = [];
  for (const piece of pieces.filter((one) => one.trim() !== '')) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(piece.slice(GAP.length));
    else if (widthOf(last + piece) <= room) lines.splice(-1, 1, last + piece);
    else lines.push(INDENT + piece.trimStart());
  }
  return lines.join('\n');
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

const longestWord = (cell: string, widthOf: WidthOf): string =>
  cell.split(' ').reduce((one, other) => (widthOf(other) > widthOf(one) ? other : one));

interface MeasuredTable {
  readonly rows: Cells;
  readonly natural: readonly number[];
}

function measured(table: Rows, time: Time, widthOf: WidthOf): MeasuredTable {
  const given = typeof table.rows === 'function' ? table.rows(time) : table.rows;
  const rows = given.map((row) => row.map(harmless));
  return { rows, natural: columnWidths(table.heads, rows, widthOf) };
}

const columnWidths = (heads: readonly string[], rows: Cells, widthOf: WidthOf): number[] =>
  heads.map((head, at) => Math.max(widthOf(head), ...rows.map((row) => widthOf(row[at] ?? ''))));

/**
 * Aligned text, at most `room` columns wide: times shorten first, then flexible cells wrap at
 * words; where that is not enough, the cells of a row follow each other, without heads. No word is broken.
 * Escapes cells, but not heads, which may be coloured.
 */
export async function tableText(
  table: Rows,
  room = Number.POSITIVE_INFINITY,
  time: Time = localTime,
): Promise<string> {
  const [{ default: Table }, { default: widthOf }] = await Promise.all([
    import('cli-table3'),
    import('string-width'),
  ]);
  const { heads, flexible = [] } = table;
  const long = measured(table, time, widthOf);
  const isLong = widthOfAll(long.natural) > room;
  const { rows, natural } = isLong ? measured(table, shortTime, widthOf) : long;
  const words = rows.map((row) => row.map((cell) => longestWord(cell, widthOf)));
  const least = columnWidths(heads, words, widthOf);
  const stiff = natural.map((width, at) => (flexible.includes(at) ? (least[at] ?? 0) : width));
  const colWidths = fittedWidths(natural, stiff, room);
  if (widthOfAll(colWidths) > room) return rows.map((row) => flowed(row, room, widthOf)).join('\n');
  const drawn = new Table({ ...BORDERLESS, head: [...heads], colWidths, wordWrap: true });
  drawn.push(...rows);
  return drawn.toString().replace(/ +$/gm, '');
}

/** Prints rows under bold heads, within the terminal's width. */
export async function printTable(printer: Printer, table: Rows): Promise<void> {
  if (printer.isJson) return;
  const heads = table.heads.map((head) => printer.paint.bold(head));
  const time: Time = (iso) => printer.time(iso);
  printer.result(await tableText({ ...table, heads }, printer.columns, time));
}

/** Prints aligned names and escaped values; skips undefined values. */
export function printFields(
  printer: Printer,
  fields: ReadonlyArray<readonly [name: string, value: string | undefined]>,
): void {
  const given = fields.filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...given.map(([name]) => name.length));
  for (const [name, value] of given) {
    const head = name.padEnd(width);
    const room = printer.columns ?? Number.POSITIVE_INFINITY;
    const text = flowed([head, harmless(value ?? '')], room, (part) => [...part].length);
    printer.result(`${printer.paint.dim(head)}${text.slice(head.length)}`);
  }
}

const SHORT = 13;

/** Shortens an id for a terminal, to as much as commands need. */
export function shortId(printer: Printer, id: string): string {
  return printer.columns === undefined ? id : id.slice(0, SHORT);
}
