import { ApiError } from '../errors/api-error.ts';
import { AbortedError, LimitReached, OutcomeUnknownError } from '../errors/call-errors.ts';
import { EsignError } from '../errors/esign-error.ts';
import type { SettleEvent } from '../http/hooks.ts';
import { emit } from '../http/hooks.ts';
import { pause } from '../http/perform.ts';
import type { CallContext, Outcome, ResponseInfo } from '../http/run-call.ts';
import { evidenceOf } from './retrying.ts';

/**
 * Result of one reading about a request with an unknown outcome. `found`: applied. `absent`: no
 * trace yet. `partial`: must not be repeated, but a later reading may show more. `foreign`: someone
 * else changed the document, so no reading can settle it.
 */
export type Probe<T> =
  | { readonly kind: 'found'; readonly data: T; readonly response: ResponseInfo }
  | { readonly kind: 'absent'; readonly status?: string | undefined }
  | {
      readonly kind: 'partial' | 'foreign';
      readonly why: string;
      readonly status?: string;
      /** Ids of documents that the request may have created. */
      readonly candidates?: readonly string[];
    };

/** An unsafe request, and how to look for its effect. */
export interface Settlement<T> {
  readonly operation: string;
  readonly documentId?: string | undefined;
  /** True if an earlier process sent the request without learning the outcome. */
  readonly isLost: boolean;
  /** Tells a person which check to make if the outcome stays unknown. */
  readonly hint: string;
  send(): Promise<Outcome<T>>;
  probe(): Promise<Probe<T>>;
}

type ProbeResult<T> = Probe<T> | { readonly kind: 'unreadable' };

/** Waits before each probe, in milliseconds: the request may still be running at the service. */
const PROBE_WAITS_MS: readonly number[] = [0, 1_000, 3_000, 7_000, 15_000];

const PROBED_MS = PROBE_WAITS_MS.reduce((sum, ms) => sum + ms, 0);

const isUnknown = (error: unknown): error is EsignError =>
  error instanceof EsignError && !['not-applied', 'conflict'].includes(evidenceOf(error));

function unknownOutcome<T>(
  plan: Settlement<T>,
  found: ProbeResult<T> | undefined,
  cause: unknown,
): OutcomeUnknownError {
  const { operation, documentId, hint } = plan;
  const why = found && 'why' in found ? `: ${found.why}` : '';
  return new OutcomeUnknownError(`${operation} may or may not have been applied${why}`, {
    operation,
    documentId,
    hint,
    lastKnownStatus: found && 'status' in found ? found.status : undefined,
    candidates: found && 'candidates' in found ? found.candidates : undefined,
    cause,
  });
}

/** The error if the caller or the total limit ends a call with an unknown outcome. */
function interrupted<T>(context: CallContext, plan: Settlement<T>, cause: unknown): EsignError {
  const { operation, documentId } = plan;
  const reason: unknown = context.scope.signal.reason;
  if (reason instanceof LimitReached) return unknownOutcome(plan, undefined, cause);
  const message = 'aborted before it was clear whether the request was applied';
  return new AbortedError(message, { operation, documentId, opened: true, cause: reason });
}

async function probeOnce<T>(context: CallContext, plan: Settlement<T>): Promise<ProbeResult<T>> {
  try {
    return await plan.probe();
  } catch (error) {
    if (context.scope.signal.aborted) throw interrupted(context, plan, error);
    return { kind: 'unreadable' };
  }
}

const aboutOf = <T>({ baseUrl }: CallContext, { operation, documentId }: Settlement<T>) => {
  return { operation, documentId, subject: baseUrl.host, attempts: 1 };
};

async function probeRepeatedly<T>(
  context: CallContext,
  plan: Settlement<T>,
): Promise<ProbeResult<T>> {
  let found: ProbeResult<T> = { kind: 'unreadable' };
  for (const ms of PROBE_WAITS_MS) {
    if (ms > 0)
      await pause(context, ms, aboutOf(context, plan)).catch((error: unknown) => {
        throw interrupted(context, plan, error);
      });
    found = await probeOnce(context, plan);
    if (found.kind === 'found' || found.kind === 'foreign') return found;
  }
  return found;
}

const NOTES: Readonly<Record<SettleEvent['step'], string>> = {
  reading: 'the outcome is unknown; reading what the service holds',
  found: 'the request was applied; its response is rebuilt from what the service holds',
  repeating: 'no trace of the request; sending it once more',
};

function announce<T>(context: CallContext, plan: Settlement<T>, step: SettleEvent['step']): void {
  const { operation, documentId } = plan;
  emit(context.hooks.onSettle, () => ({ operation, documentId, step, note: NOTES[step] }));
}

function adopt<T>(
  context: CallContext,
  plan: Settlement<T>,
  { data, response }: Extract<Probe<T>, { kind: 'found' }>,
): Outcome<T> {
  announce(context, plan, 'found');
  return { data, response: { ...response, reconciled: true } };
}

async function repeat<T>(context: CallContext, plan: Settlement<T>): Promise<Outcome<T>> {
  announce(context, plan, 'repeating');
  try {
    return await plan.send();
  } catch (second) {
    const unknown = isUnknown(second);
    if (context.scope.signal.aborted) throw interrupted(context, plan, second);
    // Even an error response may only mean that the first request was applied late
    const found = await (unknown ? probeRepeatedly : probeOnce)(context, plan);
    if (found.kind === 'found') return adopt(context, plan, found);
    if (unknown || found.kind !== 'absent') throw unknownOutcome(plan, found, second);
    throw second;
  }
}

/** Waits for the rest of a `Retry-After`, because an earlier repeat would be refused again. */
async function awaitRetryTime<T>(
  context: CallContext,
  plan: Settlement<T>,
  cause: unknown,
): Promise<void> {
  const asked = cause instanceof ApiError ? (cause.retryAfterMs ?? 0) : 0;
  const ms = Math.min(asked, context.maxRetryAfterMs) - PROBED_MS;
  if (ms > 0) await pause(context, ms, aboutOf(context, plan));
}

async function settleByReading<T>(
  context: CallContext,
  plan: Settlement<T>,
  cause?: unknown,
): Promise<Outcome<T>> {
  announce(context, plan, 'reading');
  const found = await probeRepeatedly(context, plan);
  if (found.kind === 'found') return adopt(context, plan, found);
  if (found.kind === 'absent') {
    await awaitRetryTime(context, plan, cause).catch((error: unknown) => {
      throw interrupted(context, plan, error);
    });
    return repeat(context, plan);
  }
  throw unknownOutcome(plan, found, cause);
}

/**
 * Sends an unsafe request. In doubt, reads: rebuilds the response if it was applied, repeats it
 * once if there is no trace. Throws its error, `AbortedError` or `OutcomeUnknownError`.
 */
export async function settle<T>(context: CallContext, plan: Settlement<T>): Promise<Outcome<T>> {
  if (plan.isLost) return settleByReading(context, plan);
  try {
    return await plan.send();
  } catch (first) {
    if (!isUnknown(first)) throw first;
    if (context.scope.signal.aborted) throw interrupted(context, plan, first);
    return settleByReading(context, plan, first);
  }
}
