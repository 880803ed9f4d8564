import type { Printer } from '../terminal/printer.ts';
import { printTable } from '../terminal/table.ts';

/** A fault of the test authority as it is printed. */
export interface ShownFault {
  readonly fault: string;
  readonly about: string;
  readonly times: number | 'always';
}

function timesOf({ times }: ShownFault): string {
  if (times === 0) return '';
  return times === 'always' ? times : `${times}×`;
}

/** Prints faults as a table: what they are called, how often they still happen, what they do. */
export async function printFaults(printer: Printer, faults: readonly ShownFault[]): Promise<void> {
  const rows = faults.map((one) => [one.fault, timesOf(one), one.about]);
  await printTable(printer, { heads: ['fault', 'set', 'what happens'], rows, flexible: [2] });
}
