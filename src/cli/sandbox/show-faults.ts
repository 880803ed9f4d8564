import type { Printer } from '../terminal/printer.ts';
import { printTable } from '../terminal/table.ts';

export interface ShownFault {
  readonly fault: string;
  readonly about: string;
  readonly times: number | 'always';
}

/** The columns of faults. */
export const FAULT_COLUMNS = ['fault', 'times', 'about'] as const;

function timesOf({ times }: ShownFault): string {
  if (times === 0) return '';
  return times === 'always' ? times : `${times}×`;
}

export async function printFaults(printer: Printer, faults: readonly ShownFault[]): Promise<void> {
  const rows = faults.map((one) => [one.fault, timesOf(one), one.about]);
  await printTable(printer, { heads: ['fault', 'set', 'effect'], rows, flexible: [2] });
}
