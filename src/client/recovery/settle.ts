import { AbortedError, OutcomeUnknownError } from '../errors/call-errors.ts';
import { EsignError } from '../errors/esign-error.ts';
import { tell } from '../http/hooks.ts';
import type { Outcome, ResponseInfo } from '../http/perform.ts';
import { pause } from '../http/perform.ts';
import type { Running } from '../http/run-call.ts';
import { LimitReached } from '../http/scope.ts';
import { evidenceOf } from './evidence.ts';

/**
 * What one reading shows of a request whose outcome is unknown: `found`, applied; `absent`, not (yet) there; `partial`,
 * never to be repeated, but worth another look; `foreign`, somebody else's hand: no further reading will tell.
 */
export type Look<T> =
  | { readonly kind: 'found'; readonly data: T; readonly response: ResponseInfo }
  | { readonly kind: 'absent'; readonly status?: string | undefined }
  | {
      readonly kind: 'partial' | 'foreign';
      readonly why: string;
      readonly status?: string;
      /** Ids of documents that the request may have created. */
      readonly candidates?: readonly string[];
    };

/** An unsafe call: how it is sent, how its effect is looked for, and what to tell a person who must look themselves. */
export interface Settlement<T> {
  readonly operation: string;
  readonly documentId?: string | undefined;
  readonly hint: string;
  send(): Promise<Outcome<T>>;
  look(): Promise<Look<T>>;
}

type Seen<T> = Look<T> | { readonly kind: 'unreadable' };

/** Waits between readings, in milliseconds: the first request may still be running at the service. */
const POLL_WAITS_MS: readonly number[] = [0, 1_000, 3_000, 7_000, 15_000];

const isDoubtful = (error: unknown): error is EsignError =>
  error instanceof EsignError && !['not-applied', 'conflict'].includes(evidenceOf(error));

function unknownOutcome<T>(
  plan: Settlement<T>,
  seen: Seen<T> | undefined,
  cause: unknown,
): OutcomeUnknownError {
  const { operation, documentId, hint } = plan;
  const why = seen && 'why' in seen ? `: ${seen.why}` : '';
  return new OutcomeUnknownError(`${operation} may or may not have been applied${why}`, {
    operation,
    documentId,
    hint,
    lastKnownStatus: seen && 'status' in seen ? seen.status : undefined,
    candidates: seen && 'candidates' in seen ? seen.candidates : undefined,
    cause,
  });
}

/** What to throw when the caller or the total limit ends a call whose outcome is unknown. */
function interrupted<T>(running: Running, plan: Settlement<T>, cause: unknown): EsignError {
  const { operation, documentId } = plan;
  const reason: unknown = running.scope.signal.reason;
  if (reason instanceof LimitReached) return unknownOutcome(plan, undefined, cause);
  const words = 'aborted before it was clear whether the request was applied';
  return new AbortedError(words, { operation, documentId, opened: true, cause: reason });
}

async function lookOnce<T>(running: Running, plan: Settlement<T>): Promise<Seen<T>> {
  try {
    return await plan.look();
  } catch (error) {
    if (running.scope.signal.aborted) throw interrupted(running, plan, error);
    return { kind: 'unreadable' };
  }
}

async function waitFor<T>(running: Running, plan: Settlement<T>, ms: number): Promise<void> {
  const { operation, documentId } = plan;
  const { host } = running.context.baseUrl;
  try {
    await pause(running.context, running.scope, { ms, operation, documentId, host, attempts: 1 });
  } catch (error) {
    throw interrupted(running, plan, error);
  }
}

async function lookOn<T>(running: Running, plan: Settlement<T>): Promise<Seen<T>> {
  let seen: Seen<T> = { kind: 'unreadable' };
  for (const ms of POLL_WAITS_MS) {
    if (ms > 0) await waitFor(running, plan, ms);
    seen = await lookOnce(running, plan);
    if (seen.kind === 'found' || seen.kind === 'foreign') return seen;
  }
  return seen;
}

function announce<T>(running: Running, plan: Settlement<T>, step: Step): void {
  const { operation, documentId } = plan;
  tell(running.context.hooks.onSettle, () => ({ operation, documentId, step, note: NOTES[step] }));
}

type Step = 'reading' | 'found' | 'repeating';
const NOTES: Readonly<Record<Step, string>> = {
  reading: 'the outcome is unknown; reading what the service holds',
  found: 'the request had been applied; its answer is rebuilt from what the service holds',
  repeating: 'no trace of the request; it is sent once more',
};

function adopt<T>(
  running: Running,
  plan: Settlement<T>,
  found: Extract<Look<T>, { kind: 'found' }>,
): Outcome<T> {
  announce(running, plan, 'found');
  return { data: found.data, response: { ...found.response, reconciled: true } };
}

async function repeat<T>(running: Running, plan: Settlement<T>): Promise<Outcome<T>> {
  announce(running, plan, 'repeating');
  try {
    return await plan.send();
  } catch (second) {
    const doubtful = isDoubtful(second);
    if (running.scope.signal.aborted) throw interrupted(running, plan, second);
    // Even a refusal may only mean that the first request was applied late
    const seen = doubtful ? await lookOn(running, plan) : await lookOnce(running, plan);
    if (seen.kind === 'found') return adopt(running, plan, seen);
    if (doubtful || seen.kind !== 'absent') throw unknownOutcome(plan, seen, second);
    throw second;
  }
}

/**
 * Sends an unsafe request and, when its outcome is unknown, settles it by reading: found, its answer is rebuilt; provably
 * absent, it is sent once more. Throws the refusal, `AbortedError`, or `OutcomeUnknownError` when reading does not tell.
 */
export async function settle<T>(running: Running, plan: Settlement<T>): Promise<Outcome<T>> {
  try {
    return await plan.send();
  } catch (first) {
    if (!isDoubtful(first)) throw first;
    if (running.scope.signal.aborted) throw interrupted(running, plan, first);
    return settleLost(running, plan, first);
  }
}

/**
 * Settles an unsafe request that was sent before, by a process that never learnt its outcome: as `settle` does from
 * there on, and throws what it throws.
 */
export async function settleLost<T>(
  running: Running,
  plan: Settlement<T>,
  cause?: unknown,
): Promise<Outcome<T>> {
  announce(running, plan, 'reading');
  const seen = await lookOn(running, plan);
  if (seen.kind === 'found') return adopt(running, plan, seen);
  if (seen.kind === 'absent') return repeat(running, plan);
  throw unknownOutcome(plan, seen, cause);
}
