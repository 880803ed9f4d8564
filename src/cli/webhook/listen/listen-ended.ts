import { ExitError } from '@oclif/core/errors';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { counted } from '../../terminal/counted.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { ListenFlags } from './listen-flags.ts';
import type { ReceiveSummary, UnansweredDelivery } from './receive-until.ts';

/** The user's flags, and how the command beside the listener ended. */
export interface ListenWishes {
  readonly flags: Partial<
    Pick<ListenFlags, 'exit-after' | 'until' | 'strict' | 'save' | 'forward-to'>
  >;
  /** Undefined without a command, or if it did not run. */
  readonly childCode: number | undefined;
  readonly hasChild: boolean;
  /** The reader of stdout is gone, which is not a failure. */
  readonly isReaderGone: boolean;
}

function counts(summary: ReceiveSummary): string {
  const { accepted, rejected, duplicates, ignored, refused, late, slowestMs } = summary;
  const rare = [
    [late, 'late'],
    [ignored, 'ignored'],
    [refused, 'refused'],
  ] as const;
  return [
    `${accepted} good`,
    `${rejected} not verified`,
    `${duplicates} repeated`,
    ...rare.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
    ...(slowestMs === null ? [] : [`slowest response ${slowestMs} ms`]),
  ].join(', ');
}

function summaryJson({ unanswered, ...rest }: ReceiveSummary, wishes: ListenWishes): object {
  const numbers = unanswered.map(({ number }) => number);
  const child = wishes.hasChild ? { childExitCode: wishes.childCode ?? null } : {};
  return { type: 'summary', ...rest, unanswered: numbers, ...child };
}

function unansweredLine({ number, event, documentId, status }: UnansweredDelivery): string {
  const said = [event, documentId?.slice(0, 8)].filter((part) => /^[\w.-]+$/.test(part ?? ''));
  return `not answered 2xx: #${[number, ...said].join(' ')} → ${status}`;
}

function printSummary(out: Printer, summary: ReceiveSummary, wishes: ListenWishes): void {
  if (out.isJson) out.line(summaryJson(summary, wishes));
  if (wishes.childCode) out.note(`the command ended with ${wishes.childCode}`);
  out.note(`deliveries: ${counts(summary)}`);
  if (summary.rejected > 0 && wishes.flags.save === undefined) {
    out.next('esign webhook listen --save DIR; then esign webhook verify FILE says why');
  }
  for (const one of summary.unanswered) out.note(unansweredLine(one));
}

const good = (count: number): string => counted(count, 'good delivery', 'good deliveries');

function awaitedWords({ flags, hasChild }: ListenWishes): string | undefined {
  const { 'exit-after': exitAfter, until } = flags;
  if (hasChild) return 'the end of the command';
  if (exitAfter !== undefined) return good(exitAfter);
  if (until === undefined) return undefined;
  return until.document === undefined ? until.event : `${until.event} of ${until.document}`;
}

function stillWaiting(wishes: ListenWishes, { accepted }: ReceiveSummary): CliError | undefined {
  const words = awaitedWords(wishes);
  if (words === undefined) return undefined;
  const what = `time ran out while waiting for ${words}; ${good(accepted)} arrived`;
  const next = 'check the endpoint’s URL, and whether the event has happened';
  return new CliError({
    code: 'still_waiting',
    exitCode: EXIT.stillWaiting,
    what,
    next: wishes.hasChild ? undefined : next,
  });
}

/** An application that deliveries are forwarded to has to accept what was waited for. */
const mustAccept = ({ hasChild, flags }: ListenWishes): boolean =>
  hasChild ||
  (flags['forward-to'] !== undefined && (flags.until ?? flags['exit-after']) !== undefined);

const deliveries = (count: number): string => counted(count, 'delivery', 'deliveries');

function failureIn(summary: ReceiveSummary, wishes: ListenWishes): CliError | undefined {
  const { rejected, unanswered, unsaved, ended } = summary;
  const { flags, hasChild } = wishes;
  if (rejected > 0 && (flags.strict || hasChild)) {
    const what = `${deliveries(rejected)} did not verify`;
    return new CliError({ code: 'bad_signature', exitCode: EXIT.notVerified, what });
  }
  const waiting = ended === 'timeout' ? stillWaiting(wishes, summary) : undefined;
  if (waiting) return waiting;
  if (unanswered.length > 0 && mustAccept(wishes)) {
    const which = counted(unanswered.length, 'delivery was', 'deliveries were');
    const what = `${which} not answered 2xx in time`;
    return new CliError({ code: 'delivery_not_answered', exitCode: EXIT.unreachable, what });
  }
  if (unsaved === 0) return undefined;
  const what = `${deliveries(unsaved)} could not be saved`;
  return new CliError({ code: 'not_kept', exitCode: EXIT.unexpected, what });
}

function complaint(summary: ReceiveSummary, wishes: ListenWishes): Error | undefined {
  const { ended } = summary;
  const { childCode = 0 } = wishes;
  if (ended === 'done' && childCode !== 0) return new ExitError(childCode);
  if (ended !== 'stopped') return failureIn(summary, wishes);
  const what = 'stopped by a signal';
  return new CliError({ code: 'interrupted', exitCode: EXIT.interrupted, what });
}

/**
 * Throws a `CliError` on failure (exit 10, 8, 9 or 1, in this order) or with a signal's exit code,
 * and an `ExitError` with the exit code of the command beside it, unless 0.
 */
export function listenEnded(
  out: Printer,
  summary: ReceiveSummary,
  wishes: ListenWishes,
): ReceiveSummary {
  if (wishes.isReaderGone) return summary;
  printSummary(out, summary, wishes);
  const error = complaint(summary, wishes);
  if (error) throw error;
  return summary;
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process is already listening there',
  EACCES: 'this user may not listen there',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'the host was not found',
};

/** Explains a failure to listen (exit 2); returns any other error unchanged. */
export function cannotListen(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const isOfNetwork = error instanceof Error && 'syscall' in error && 'code' in error;
  if (!isOfNetwork || !/^(listen|bind|getaddrinfo)$/.test(String(error.syscall))) return error;
  const code = String(error.code);
  const why = WHY[code];
  if (why === undefined) return error;
  const isOfHost = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND';
  return new CliError({
    code: code === 'EADDRINUSE' ? 'port_in_use' : 'cannot_listen',
    what: `cannot listen on ${host}:${port}`,
    why,
    next: isOfHost
      ? 'choose another --host, such as 127.0.0.1'
      : 'choose another --port, or --port 0 for a free one',
    exitCode: EXIT.usage,
    cause: error,
  });
}
