import type { Printer } from '../../terminal/printer.ts';
import { writerOf } from '../journal/lock.ts';
import { noJournal } from '../journal/no-journal.ts';
import { journalPath, readJournal } from '../journal/read-journal.ts';
import type { RowState } from '../journal/row-state.ts';
import { standingOf } from '../journal/row-state.ts';
import type { RowLine } from '../run/row-line.ts';
import { stateLine } from '../run/row-line.ts';
import type { RunName } from '../run/run-end.ts';
import { bulkCommand } from '../run/run-end.ts';
import type { Totals } from '../run/show-rows.ts';
import { printProblems, totalsText } from '../run/show-rows.ts';

/** Where the rows of a manifest stand, by its journal alone. */
export interface BulkStatus extends Totals {
  readonly journal: string;
  readonly baseUrl: string;
  /** The process that sends rows just now; null when none does. */
  readonly pid: number | null;
  /** The rows that were refused, or are in doubt. */
  readonly problems: readonly RowLine[];
}

function lastCredits(states: readonly RowState[]): number | null {
  const told = states.filter(({ creditsRemaining }) => typeof creditsRemaining === 'number');
  const latest = told.sort((one, other) => (one.ts < other.ts ? 1 : -1))[0];
  return latest?.creditsRemaining ?? null;
}

/** Reads the journal of a manifest. Throws a `CliError`: 5 when there is none, 2 when it is damaged. */
export async function bulkStatus(name: RunName): Promise<BulkStatus> {
  const path = journalPath(name.manifest, name.journal);
  const { last, states } = await readJournal(path);
  if (!last) throw noJournal(path, name);
  const known = [...states.values()].sort((one, other) => one.row - other.row);
  const rows = Math.max(last.rows, ...known.map(({ row }) => row));
  const counts = { waiting: rows - known.length, sent: 0, failed: 0, doubt: 0 };
  for (const state of known) counts[standingOf(state)] += 1;
  const needEyes = known.filter((state) => ['failed', 'doubt'].includes(standingOf(state)));
  return {
    journal: path,
    baseUrl: last.baseUrl,
    pid: (await writerOf(path)) ?? null,
    rows,
    ...counts,
    creditsRemaining: lastCredits(known),
    problems: needEyes.map((state) => stateLine(state, state.row)),
  };
}

/** Prints where the rows stand, and the command that goes on. */
export function printStatus(out: Printer, status: BulkStatus, name: RunName): void {
  printProblems(out, status.problems);
  out.result(totalsText(status));
  if (status.pid !== null) out.note(`a run is under way: process ${status.pid}`);
  else if (status.waiting + status.doubt > 0) out.next(bulkCommand('send', name));
  else if (status.failed > 0) out.next(bulkCommand('retry', name));
}
