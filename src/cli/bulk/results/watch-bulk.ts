import type { WatchFlags } from '../../documents/poll-flags.ts';
import { watchFlags } from '../../documents/poll-flags.ts';
import { troubleText } from '../../documents/watch-view.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { counted } from '../../terminal/counted.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { RunName } from '../bulk-flags.ts';
import { bulkCommand, journalFlag } from '../bulk-flags.ts';
import type { KnownRunContext } from './known-run.ts';
import { readKnownRun } from './known-run.ts';
import type { BoardTotals, Changed, EndedRow, RunWatcher } from './watch-run.ts';
import { boardText, rowsEnded, watchRun } from './watch-run.ts';

export const bulkWatchFlags = { ...journalFlag, ...watchFlags() };

export type WatchSummary = BoardTotals & { readonly type: 'summary' };

interface RunWatchView extends RunWatcher {
  readonly close: () => void;
}

function documentLine({ row, summary, ended }: Changed) {
  const { documentId, name, status, signers } = summary;
  const shown = { type: 'document', row: row.row, documentId, name, status, signers };
  return { ...shown, ...(ended && { ended }) };
}

async function terminalView(): Promise<RunWatchView> {
  const { default: ora } = await import('ora');
  const spinner = ora({ text: 'loading', stream: process.stderr, discardStdin: false }).start();
  let board = '';
  return {
    onPoll: (_, totals) => {
      board = boardText(totals);
      spinner.text = board;
    },
    onTrouble: (error, waitMs) => {
      spinner.text = `${board === '' ? '' : `${board}; `}${troubleText(error, waitMs)}`;
    },
    close: () => void spinner.stop(),
  };
}

function lineView(out: Printer): RunWatchView {
  return {
    onPoll: (changed, totals) => {
      if (out.isJson) for (const one of changed) out.line(documentLine(one));
      else if (changed.length > 0) out.note(boardText(totals));
    },
    onTrouble: (error, waitMs) => out.note(troubleText(error, waitMs)),
    close: () => undefined,
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
  const { client, out, signal, mayAnimate } = context;
  const rows = await readKnownRun(name, context);
  const isPainted = mayAnimate && Boolean(process.stderr.columns);
  const view = isPainted ? await terminalView() : lineView(out);
  const { totals, firstEnded } = await watchRun(
    client,
    { name, rows, signal, interval, timeout },
    view,
  ).finally(view.close);
  const summary = { type: 'summary', ...totals } as const;
  if (out.isJson) out.line(summary);
  else out.result(boardText(totals));
  const error = unfinished(totals, name, firstEnded);
  if (error) throw error;
  out.next(`${bulkCommand('download', name)} --to signed`);
  return summary;
}
