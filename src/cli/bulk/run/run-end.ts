import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { shellWord } from '../../terminal/shell-word.ts';
import type { StopReason } from './row-failure.ts';
import type { Totals } from './show-rows.ts';
import { LABEL } from './show-rows.ts';

/** Where a run stands at its end. */
export interface RunEnd {
  readonly totals: Totals;
  readonly stoppedBy: StopReason | undefined;
}

/** What names a run on the command line. */
export interface RunName {
  readonly manifest: string;
  readonly journal: string | undefined;
}

/** A command on the same run, as it is typed. */
export function bulkCommand(verb: string, { manifest, journal }: RunName): string {
  const named = journal === undefined ? '' : ` --journal ${shellWord(journal)}`;
  return `esign bulk ${verb} ${shellWord(manifest)}${named}`;
}

const WHY: Readonly<Record<Exclude<StopReason, 'interrupted'>, string>> = {
  no_credits: 'the credits do not suffice',
  no_access: 'the service does not accept the key any more',
  unreachable: 'the service did not answer several rows in a row',
};

function nextStep({ totals, stoppedBy }: RunEnd, name: RunName): string {
  const again = bulkCommand('send', name);
  if (stoppedBy === 'no_credits') return `buy credits in the dashboard, then: ${again}`;
  if (stoppedBy === 'no_access') return `esign auth status, then: ${again}`;
  const onlyRefused = totals.waiting === 0 && totals.doubt === 0;
  return onlyRefused ? bulkCommand('retry', name) : again;
}

function reason({ totals, stoppedBy }: RunEnd): string | undefined {
  if (stoppedBy === 'interrupted') return undefined;
  if (stoppedBy !== undefined) return WHY[stoppedBy];
  const parts = (['waiting', 'doubt', 'failed'] as const).filter((one) => totals[one] > 0);
  return parts.map((one) => `${totals[one]} ${LABEL[one]}`).join(', ');
}

/**
 * Ends a run. Throws a `CliError`: exit 12 when rows are not sent, with the command that goes on; when it was interrupted
 * the signal has the last word on the exit code.
 */
export function endRun(end: RunEnd, name: RunName): void {
  const { totals, stoppedBy } = end;
  const left = totals.rows - totals.sent;
  if (left === 0) return;
  const isStopped = stoppedBy === 'interrupted';
  throw new CliError({
    code: isStopped ? 'interrupted' : 'rows_not_done',
    what: `${isStopped ? 'stopped: ' : ''}${left} of ${totals.rows} rows are not sent`,
    why: reason(end),
    next: nextStep(end, name),
    exitCode: isStopped ? EXIT.interrupted : EXIT.rowsNotDone,
  });
}
