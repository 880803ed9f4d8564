import type { SandboxFault } from '../../sandbox/control/operations.ts';
import type { Printer } from '../terminal/printer.ts';
import { printTable } from '../terminal/table.ts';

export const FAULT_COLUMNS = ['fault', 'times', 'about', 'accountId', 'route'] as const;

/** All that there are, none of them set. */
export const knownFaults = (
  ...tables: ReadonlyArray<Readonly<Record<string, string>>>
): SandboxFault[] =>
  tables.flatMap((table) =>
    Object.entries(table).map(([fault, about]) => {
      return { fault, about, times: 0, accountId: null, route: null };
    }),
  );

function timesOf({ times }: SandboxFault): string {
  if (times === 0) return '';
  return times === 'always' ? times : `${times}×`;
}

const whereOf = ({ accountId, route }: SandboxFault): string =>
  [route ?? '', accountId ?? ''].filter((part) => part !== '').join(', ');

export async function printFaults(
  printer: Printer,
  faults: readonly SandboxFault[],
): Promise<void> {
  const rows = faults.map((one) => [one.fault, timesOf(one), whereOf(one), one.about]);
  await printTable(printer, { heads: ['fault', 'set', 'for', 'effect'], rows, flexible: [2, 3] });
}
