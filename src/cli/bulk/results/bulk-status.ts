import type { EsignClient } from '../../../client/index.ts';
import { endingText, readEndings } from '../../documents/ending.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { RunName } from '../bulk-flags.ts';
import { bulkCommand, journalPath } from '../bulk-flags.ts';
import { writerOf } from '../journal/journal.ts';
import { lastRun, readJournal } from '../journal/read-journal.ts';
import type { RowState } from '../journal/row-state.ts';
import { rowStatus } from '../journal/row-state.ts';
import type { RowLine, Totals } from '../run/show-run.ts';
import { printProblems, rowLine, totalsText } from '../run/show-run.ts';
import type { EndedRow } from './watch-run.ts';

export interface BulkStatus extends Totals {
  readonly journal: string;
  readonly baseUrl: string;
  readonly pid: number | null;
  /** Rows that failed or are in doubt. */
  readonly problems: readonly RowLine[];
  /** Rows whose documents cannot be completed any more, as far as the service tells. */
  readonly ended: readonly EndedRow[];
}

/** Of sent rows. Throws the client's errors. */
async function readEnded(states: readonly RowState[], client: EsignClient): Promise<EndedRow[]> {
  // The journal does not know when they were created
  const createdAt = new Date(0).toISOString();
  const sent = states.flatMap((state) => {
    const { documentId, row } = state;
    const isSent = documentId !== undefined && rowStatus(state) === 'sent';
    return isSent ? [{ documentId, row, status: 'SENT' as const, createdAt }] : [];
  });
  const endings = await readEndings(client, sent, {});
  return sent.flatMap(({ documentId, row }) => {
    const ended = endings.get(documentId);
    return ended ? [{ row, documentId, ended }] : [];
  });
}

function lastCredits(states: readonly RowState[]): number | null {
  const known = states.filter(({ creditsRemaining }) => typeof creditsRemaining === 'number');
  const latest = known.sort((one, other) => (one.ts < other.ts ? 1 : -1))[0];
  return latest?.creditsRemaining ?? null;
}

/** Throws a `CliError`: exit 5 without a journal, 2 when it is damaged. */
export async function bulkStatus(
  name: RunName,
  clientFor: (baseUrl: string) => Promise<EsignClient | undefined>,
): Promise<BulkStatus> {
  const journal = journalPath(name);
  const content = await readJournal(journal);
  const last = lastRun(content, name);
  const known = [...content.states.values()].sort((one, other) => one.row - other.row);
  const rows = Math.max(last.rows, ...known.map(({ row }) => row));
  const counts = { waiting: rows - known.length, sent: 0, failed: 0, doubt: 0 };
  for (const state of known) counts[rowStatus(state)] += 1;
  const problems = known.filter((state) => ['failed', 'doubt'].includes(rowStatus(state)));
  const client = await clientFor(last.baseUrl);
  return {
    journal,
    baseUrl: last.baseUrl,
    pid: (await writerOf(journal)) ?? null,
    rows,
    ...counts,
    creditsRemaining: lastCredits(known),
    problems: problems.map((state) => rowLine(state, state.row)),
    ended: client ? await readEnded(known, client) : [],
  };
}

export function printStatus(out: Printer, status: BulkStatus, name: RunName): void {
  printProblems(out, status.problems);
  for (const { row, documentId, ended } of status.ended)
    out.result(`row ${row}: ${documentId}  ${endingText(ended)}`);
  out.result(totalsText(status));
  if (status.pid !== null) out.note(`a run is in progress: process ${status.pid}`);
  else if (status.waiting + status.doubt > 0) out.next(bulkCommand('send', name));
  else if (status.failed > 0) out.next(bulkCommand('retry', name));
}
