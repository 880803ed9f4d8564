import { harmless } from './harmless.ts';
import type { Printer } from './printer.ts';

const BARE = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

/** Prints rows under their heads, aligned, without frames. Cells are foreign text: they are made harmless. */
export async function printTable(
  printer: Printer,
  heads: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
): Promise<void> {
  if (printer.isJson) return;
  printer.result(
    await tableText(
      heads.map((head) => printer.paint.bold(head)),
      rows,
    ),
  );
}

/** The table as text; heads may carry colours, cells are made harmless. */
export async function tableText(
  heads: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    head: [...heads],
    chars: BARE,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((row) => row.map(harmless)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Prints names and values, aligned. Values are made harmless; those that are undefined are left out. */
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
