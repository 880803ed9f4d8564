import { stripVTControlCharacters } from 'node:util';
import { harmless } from './harmless.ts';
import type { Printer } from './printer.ts';

export interface Rows {
  readonly heads: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  /** Columns, from 0, to cut in a narrow window. */
  readonly flexible?: readonly number[];
}

const GAP = '  ';
const NARROWEST = 8;

/** Fits the window by shrinking the widest flexible column first, down to a minimum. */
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

type Measure = (text: string) => number;

const PLAIN = /^[\u0020-\u007e]*$/;

/** Measures wide and combining characters with a library that most tables don't need. */
async function measureFor(cells: readonly string[]): Promise<Measure> {
  if (cells.every((cell) => PLAIN.test(cell))) return (text) => text.length;
  const { default: width } = await import('string-width');
  return width;
}

function cut(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (measure(`${kept}${character}…`) > width) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Aligned text within the given width. Escapes cells, but not heads, which may be coloured. */
export async function tableText(table: Rows, room = Number.POSITIVE_INFINITY): Promise<string> {
  const { heads, flexible = [] } = table;
  const rows = table.rows.map((row) => row.map(harmless));
  const bare = heads.map(stripVTControlCharacters);
  const measure = await measureFor([...bare, ...rows.flat()]);
  const natural = bare.map((head, at) =>
    Math.max(...[head, ...rows.map((row) => row[at] ?? '')].map(measure)),
  );
  const widths = fittedWidths(natural, flexible, room);
  const fitted = (text: string, at: number, paint?: string): string => {
    const shown = cut(text, widths[at] ?? 0, measure);
    const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - measure(shown)));
    return `${shown === text && paint !== undefined ? paint : shown}${gap}`;
  };
  const lines = [
    bare.map((head, at) => fitted(head, at, heads[at])),
    ...rows.map((row) => row.map((cell, at) => fitted(cell, at))),
  ];
  return lines.map((cells) => cells.join(GAP).replace(/ +$/, '')).join('\n');
}

export async function printTable(printer: Printer, table: Rows): Promise<void> {
  if (printer.isJson) return;
  const heads = table.heads.map((head) => printer.paint.bold(head));
  printer.result(await tableText({ ...table, heads }, printer.columns));
}

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

/** Shortens an id on a terminal, to what commands accept. */
export function shortId(printer: Printer, id: string): string {
  return printer.columns === undefined ? id : id.slice(0, SHORT);
}
