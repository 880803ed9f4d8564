import { ExitError } from '@oclif/core/errors';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { counted } from '../terminal/counted.ts';
import type { Printer } from '../terminal/printer.ts';

/** A delivery of which no try was answered 2xx in time. */
interface Unanswered {
  readonly number: number;
  readonly event: string | null;
  readonly documentId: string | null;
  readonly status: number;
}

/** What a receiver counted until it ended. */
interface Summary {
  readonly ended: 'enough' | 'timeout' | 'stopped' | 'done';
  readonly accepted: number;
  readonly rejected: number;
  readonly duplicates: number;
  readonly ignored: number;
  readonly refused: number;
  readonly late: number;
  readonly unsaved: number;
  readonly slowestMs: number | null;
  readonly unanswered: readonly Unanswered[];
}

/** What was asked for, and how the command beside it ended. */
export interface ListenWishes {
  readonly exitAfter: number | undefined;
  readonly until: { readonly event: string; readonly document: string | undefined } | undefined;
  readonly isStrict: boolean;
  /** Deliveries are kept as files. */
  readonly isSaved: boolean;
  /** Undefined when none ran, or when it did not come to that. */
  readonly childCode: number | undefined;
  readonly hasChild: boolean;
  /** Nobody reads any more, which is no failure. */
  readonly isReaderGone: boolean;
}

function counts(summary: Summary): string {
  const { accepted, rejected, duplicates, ignored, refused, late, slowestMs } = summary;
  const rare = [
    [late, 'late'],
    [ignored, 'left aside'],
    [refused, 'refused'],
  ] as const;
  return [
    `${accepted} good`,
    `${rejected} with a bad signature`,
    `${duplicates} repeated`,
    ...rare.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
    ...(slowestMs === null ? [] : [`slowest answer ${slowestMs} ms`]),
  ].join(', ');
}

function summaryJson({ unanswered, ...rest }: Summary, wishes: ListenWishes): object {
  const numbers = unanswered.map(({ number }) => number);
  const child = wishes.hasChild ? { childExitCode: wishes.childCode ?? null } : {};
  return { type: 'summary', ...rest, unanswered: numbers, ...child };
}

function unansweredLine({ number, event, documentId, status }: Unanswered): string {
  const said = [event, documentId?.slice(0, 8)].filter((part) => /^[\w.-]+$/.test(part ?? ''));
  return `not answered 2xx: #${[number, ...said].join(' ')} → ${status}`;
}

function tellSummary(out: Printer, summary: Summary, wishes: ListenWishes): void {
  if (out.isJson) out.line(summaryJson(summary, wishes));
  if (wishes.childCode) out.note(`the command ended with ${wishes.childCode}`);
  out.note(`deliveries: ${counts(summary)}`);
  if (summary.rejected > 0 && !wishes.isSaved) {
    out.next('esign webhook listen --save DIR, then esign webhook verify FILE says why');
  }
  for (const one of wishes.hasChild ? summary.unanswered : []) out.note(unansweredLine(one));
}

function awaitedWords({ exitAfter, until, hasChild }: ListenWishes): string | undefined {
  if (hasChild) return 'the end of the command';
  if (exitAfter !== undefined) return `${exitAfter} good deliveries`;
  if (until === undefined) return undefined;
  return until.document === undefined ? until.event : `${until.event} of ${until.document}`;
}

function stillWaiting(wishes: ListenWishes, { accepted }: Summary): CliError | undefined {
  const words = awaitedWords(wishes);
  if (words === undefined) return undefined;
  const what = `the time given ran out while waiting for ${words}; ${accepted} came`;
  const next = 'look at the endpoint’s URL, and whether the event has happened';
  return new CliError({
    code: 'still_waiting',
    exitCode: EXIT.stillWaiting,
    what,
    next: wishes.hasChild ? undefined : next,
  });
}

function badSignatures({ rejected }: Summary): CliError | undefined {
  if (rejected === 0) return undefined;
  const what = `${counted(rejected, 'delivery has', 'deliveries have')} a bad signature`;
  return new CliError({ code: 'bad_signature', exitCode: EXIT.notVerified, what });
}

function notAnswered({ unanswered }: Summary): CliError | undefined {
  const count = unanswered.length;
  if (count === 0) return undefined;
  const what = `${counted(count, 'delivery was', 'deliveries were')} not answered 2xx in time`;
  return new CliError({ code: 'delivery_not_answered', exitCode: EXIT.unreachable, what });
}

function notKept({ unsaved }: Summary): CliError | undefined {
  if (unsaved === 0) return undefined;
  const what = `${counted(unsaved, 'delivery', 'deliveries')} could not be kept`;
  return new CliError({ code: 'not_kept', exitCode: EXIT.unexpected, what });
}

/** Why it did not go as it was asked to; what comes first counts. */
function complaint(summary: Summary, wishes: ListenWishes): Error | undefined {
  const { isStrict, hasChild, childCode = 0 } = wishes;
  if (summary.ended === 'stopped') {
    const what = 'stopped by a signal';
    return new CliError({ code: 'interrupted', exitCode: EXIT.interrupted, what });
  }
  if (summary.ended === 'done' && childCode !== 0) return new ExitError(childCode);
  return (
    (isStrict || hasChild ? badSignatures(summary) : undefined) ??
    (summary.ended === 'timeout' ? stillWaiting(wishes, summary) : undefined) ??
    (hasChild ? notAnswered(summary) : undefined) ??
    notKept(summary)
  );
}

/**
 * Ends a `listen`: the counts for a person, and the summary as its result.
 * @throws {CliError} exit 10, 8, 9 or 1, in this order, when it did not go as it was asked to, and when it was
 * interrupted, where the signal has the last word on the exit code
 * @throws {ExitError} the code of the command that ran beside it, unless that is 0
 */
export function listenEnded<S extends Summary>(out: Printer, summary: S, wishes: ListenWishes): S {
  if (wishes.isReaderGone) return summary;
  tellSummary(out, summary, wishes);
  const error = complaint(summary, wishes);
  if (error) throw error;
  return summary;
}
