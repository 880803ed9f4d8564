import type { WatchFlags } from '../../documents/poll-flags.ts';
import { watchFlags } from '../../documents/poll-flags.ts';
import { troubleText } from '../../documents/watch-view.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { counted } from '../../terminal/counted.ts';
import type { Say } from '../../terminal/progress-line.ts';
import type { RunName } from '../bulk-flags.ts';
import { bulkCommand, journalFlag } from '../bulk-flags.ts';
import type { KnownRunContext } from './known-run.ts';
import { readKnownRun } from './known-run.ts';
import type { BoardTotals, Changed, EndedRow, RunWatcher } from './watch-run.ts';
import { boardText, rowsEnded, watchRun } from './watch-run.ts';

export const bulkWatchFlags = { ...journalFlag, ...watchFlags() };

export type WatchSummary = BoardTotals & { readonly type: 'summary' };

function documentLine({ row, summary, ended }: Changed) {
  const { documentId, name, status, signers } = summary;
  const shown = { type: 'document', row: row.row, documentId, name, status, signers };
  return { ...shown, ...(ended && { ended }) };
}

/** Says on a terminal how far the run is; elsewhere prints what has changed. */
function runView({ out, mayAnimate }: KnownRunContext, say: Say): RunWatcher {
  const isPainted = mayAnimate && Boolean(process.stderr.columns);
  let board = '';
  return {
    onPoll: (changed, totals) => {
      board = boardText(totals);
      if (isPainted) say(board);
      else if (out.isJson) for (const one of changed) out.line(documentLine(one));
      else if (changed.length > 0) out.note(board);
    },
    onTrouble: (error, waitMs) => {
      const trouble = troubleText(error, waitMs);
      if (isPainted) say(board === '' ? trouble : `${board}; ${trouble}`);
      else out.note(trouble);
    },
  };
}

function unfinished(
  totals: BoardTotals,
  name: RunName,
  firstEnded: EndedRow | undefined,
): CliError | undefined {
  const { rows, sent, completed, ended } = totals;
  if (completed === rows) return undefined;
  if (firstEnded) return rowsEnded(ended, firstEnded);
  const unsent = rows - sent;
  return new CliError({
    code: 'rows_not_done',
    what: `${rows - completed} of ${counted(rows, 'row')} ${rows - completed === 1 ? 'is' : 'are'} not completed`,
    why: unsent > 0 ? `${counted(unsent, 'row')} not sent` : undefined,
    next: bulkCommand(unsent > 0 ? 'status' : 'export', name),
    exitCode: EXIT.rowsNotDone,
  });
}

/** Throws a `CliError`: exit 13 if a document ended, 12 for rows not sent, 8 on timeout. */
export async function watchBulk(
  name: RunName,
  { interval, timeout }: WatchFlags,
  context: KnownRunContext,
): Promise<WatchSummary> {
  const { client, out, signal } = context;
  const rows = await readKnownRun(name, context);
  const run = { name, rows, signal, interval, timeout };
  const { totals, firstEnded } = await context.progress('loading', (say) =>
    watchRun(client, run, runView(context, say)),
  );
  const summary = { type: 'summary', ...totals } as const;
  if (out.isJson) out.line(summary);
  else out.result(boardText(totals));
  const error = unfinished(totals, name, firstEnded);
  if (error) throw error;
  out.next(`${bulkCommand('download', name)} --to signed`);
  return summary;
}
