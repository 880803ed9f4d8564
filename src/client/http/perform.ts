import { EsignError } from '../errors/esign-error.ts';
import { stopError, toError } from '../errors/failure.ts';
import { decideRetry } from '../recovery/retry.ts';
import type { Call } from './attempt.ts';
import { attempt } from './attempt.ts';
import type { Context } from './context.ts';
import { tell } from './hooks.ts';
import type { Scope } from './scope.ts';
import type { AnswerHeaders, TransportAnswer } from './transport.ts';

/** What came of a call, beside its data. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly requestId: string | undefined;
  /** Tries that were needed, from 1. */
  readonly attempts: number;
  readonly durationMs: number;
  /** True when the answer was lost, and rebuilt by reading what the service holds. */
  readonly reconciled: boolean;
}

/** Data and what came with it. */
export interface Outcome<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** Reads an answer within the limits of its try. */
export type Reader<T> = (answer: TransportAnswer, trial: Scope) => Promise<T>;

/** Waits within a scope. Throws `AbortedError` or `TimeoutError` when the scope ends first. */
export async function pause(context: Context, scope: Scope, wait: PauseAbout): Promise<void> {
  const { operation, documentId, host, attempts } = wait;
  const about = { operation, documentId, host, attempts, signal: scope.signal };
  try {
    await context.clock.sleep(wait.ms, scope.signal);
  } catch (thrown) {
    throw scope.signal.aborted ? stopError(about, false) : toError(thrown, about);
  }
}

/** What is waited for. */
export interface PauseAbout {
  readonly ms: number;
  readonly operation: string;
  readonly documentId?: string | undefined;
  readonly host: string;
  readonly attempts: number;
}

/** Waits for another try if there may be one; else throws the error of the last. */
export async function retryOrThrow(
  context: Context,
  failed: { readonly call: Call; readonly scope: Scope; readonly attempt: number },
  error: unknown,
): Promise<void> {
  const { call, scope } = failed;
  if (!(error instanceof EsignError)) throw error;
  const { maxRetries, maxRetryAfterMs, clock, budget } = context;
  const decision = decideRetry({
    error,
    safe: call.safe,
    attempt: failed.attempt,
    maxRetries,
    maxRetryAfterMs,
    random: clock.random(),
  });
  if (!decision.again || Date.now() + decision.afterMs >= scope.endsAt) throw error;
  if (!budget.spend(decision.cost)) throw error;
  const { operation, documentId } = call;
  const { attempt: attempts } = failed;
  const { afterMs } = decision;
  tell(context.hooks.onRetry, () => ({ operation, attempt: attempts, afterMs, error }));
  const about = { operation, documentId, host: call.url.host, attempts };
  await pause(context, scope, { ...about, ms: afterMs });
}

/** Performs a call: tries, and tries again what is safe or certainly was not done. Throws the last try's error. */
export async function perform<T>(
  context: Context,
  one: { readonly call: Call; readonly scope: Scope },
  read: Reader<T>,
): Promise<Outcome<T>> {
  const startedAt = performance.now();
  for (let number = 1; ; number += 1) {
    try {
      const seen: { answer?: TransportAnswer } = {};
      const data = await attempt(context, { ...one, attempt: number }, (answer, trial) => {
        seen.answer = answer;
        return read(answer, trial);
      });
      context.budget.refill();
      return { data, response: infoOf(seen.answer, number, performance.now() - startedAt) };
    } catch (error) {
      await retryOrThrow(context, { ...one, attempt: number }, error);
    }
  }
}

function infoOf(
  answer: TransportAnswer | undefined,
  attempts: number,
  durationMs: number,
): ResponseInfo {
  const headers = answer?.headers ?? {};
  const requestId = headers['x-request-id'];
  return {
    status: answer?.status ?? 0,
    headers,
    requestId,
    attempts,
    durationMs,
    reconciled: false,
  };
}
