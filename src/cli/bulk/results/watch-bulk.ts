import type { CommandContext } from '../../command-context.ts';
import { FIRST_INTERVAL_MS } from '../../documents/watch-schedule.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { durationFlag } from '../../input/duration-flag.ts';
import { counted } from '../../terminal/counted.ts';
import { harmless } from '../../terminal/harmless.ts';
import { shortDuration } from '../../terminal/times.ts';
import { journalFlag } from '../bulk-flags.ts';
import type { RunName } from '../run/run-end.ts';
import { bulkCommand } from '../run/run-end.ts';
import type { KnownRunOptions } from './known-run.ts';
import { readKnownRun } from './known-run.ts';
import type { BoardTotals, Moved } from './run-board.ts';
import { boardText } from './run-board.ts';
import type { RunWatcher } from './watch-run.ts';
import { watchRun } from './watch-run.ts';

/** The flags of `bulk watch`. */
export const bulkWatchFlags = {
  ...journalFlag,
  timeout: durationFlag({ description: 'how long to wait at most (then exit code 8)' }),
  interval: durationFlag({
    description: 'first wait between two looks; it grows up to a minute (default: 2s)',
  }),
};

/** The totals at the end, as the last line of `--json`. */
export type WatchSummary = BoardTotals & { readonly type: 'summary' };

/** A document that has moved on, as a line of `--json`. */
function documentLine({ row, summary }: Moved) {
  const { documentId, name, status, signers } = summary;
  return { type: 'document', row: row.row, documentId, name, status, signers };
}

interface RunWatchView extends RunWatcher {
  readonly close: () => void;
}

const trouble = (error: Error, waitMs: number): string =>
  `${harmless(error.message)}; looking again in ${shortDuration(waitMs)}`;

async function terminalView(): Promise<RunWatchView> {
  const { default: ora } = await import('ora');
  const spinner = ora({ text: 'looking', stream: process.stderr, discardStdin: false }).start();
  let board = '';
  return {
    onLook: (_, totals) => {
      board = boardText(totals);
      spinner.text = board;
    },
    onTrouble: (error, waitMs) => {
      spinner.text = `${board === '' ? '' : `${board}; `}${trouble(error, waitMs)}`;
    },
    close: () => void spinner.stop(),
  };
}

function lineView({ out }: CommandContext): RunWatchView {
  return {
    onLook: (moved, totals) => {
      if (out.isJson) for (const one of moved) out.line(documentLine(one));
      else if (moved.length > 0) out.note(boardText(totals));
    },
    onTrouble: (error, waitMs) => out.note(trouble(error, waitMs)),
    close: () => undefined,
  };
}

function stopped(name: RunName, cause: unknown): CliError {
  return new CliError({
    code: 'interrupted',
    what: 'stopped watching; the documents go on without you',
    next: bulkCommand('watch', name),
    exitCode: EXIT.interrupted,
    cause,
  });
}

function unfinished(totals: BoardTotals, name: RunName): CliError | undefined {
  const { rows, sent, completed } = totals;
  if (completed === rows) return undefined;
  const unsent = rows - sent;
  return new CliError({
    code: 'rows_not_done',
    what: `${rows - completed} of ${counted(rows, 'row')} ${rows - completed === 1 ? 'is' : 'are'} not completed`,
    why: unsent > 0 ? `${counted(unsent, 'row')} not sent` : undefined,
    next: bulkCommand(unsent > 0 ? 'status' : 'export', name),
    exitCode: EXIT.rowsNotDone,
  });
}

/**
 * Shows the documents of a run on one board until all are completed. Throws a `CliError`: 12 when rows were not sent, 8 when
 * the time runs out.
 */
export async function watchBulk(
  name: RunName,
  flags: { readonly timeout?: number | undefined; readonly interval?: number | undefined },
  context: CommandContext & KnownRunOptions,
): Promise<WatchSummary> {
  const { client, out, signal, mayAnimate } = context;
  const rows = await readKnownRun(name, context);
  const isPainted = mayAnimate && Boolean(process.stderr.columns);
  const view = isPainted ? await terminalView() : lineView(context);
  const intervalMs = flags.interval ?? FIRST_INTERVAL_MS;
  const options = { name, rows, intervalMs, timeoutMs: flags.timeout, signal };
  const totals = await watchRun(client, options, view)
    .finally(view.close)
    .catch((error) => {
      throw signal.aborted ? stopped(name, error) : error;
    });
  const summary = { type: 'summary', ...totals } as const;
  if (out.isJson) out.line(summary);
  else out.result(boardText(totals));
  const left = unfinished(totals, name);
  if (left) throw left;
  out.next(`${bulkCommand('download', name)} --to signed`);
  return summary;
}
