import { apiErrorFrom } from '../../../src/client/errors/api-error.ts';
import type { EsignError } from '../../../src/client/index.ts';
import { ConnectionError, ResponseShapeError, TimeoutError } from '../../../src/client/index.ts';
import { decideRetry, evidenceOf } from '../../../src/client/recovery/retrying.ts';

/** The failure of an attempt, as the fixtures of both SDKs describe it. */
interface FailureCase {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly phase?: ConnectionError['phase'];
  readonly opened?: boolean;
  readonly causeCode?: string;
  readonly cutStatus?: number;
  readonly limit?: 'connect' | 'try' | 'total';
  readonly shape?: boolean;
}

/** A failure with what it proves and which requests are retried. */
export interface RetryCase {
  readonly name: string;
  readonly failure: FailureCase;
  readonly evidence: string;
  readonly read: boolean;
  readonly write: boolean;
}

/** A failed read and the wait before the next attempt, in milliseconds; null when there is none. */
export interface WaitCase {
  readonly name: string;
  readonly failure: FailureCase;
  readonly attempt: number;
  readonly maxRetries: number;
  readonly maxRetryAfterMs: number;
  readonly random: number;
  readonly now: string;
  readonly afterMs: number | null;
}

function apiError(status: number, headers: Readonly<Record<string, string>>, now: number) {
  const request = { operation: 'x', method: 'POST', path: '/', attempts: 1 };
  return apiErrorFrom({ ...request, status, headers, body: Buffer.alloc(0) }, { apiKey: '', now });
}

function errorOf(failure: FailureCase, now = 0): EsignError {
  const {
    status,
    headers = {},
    phase = 'sent',
    opened = true,
    causeCode,
    cutStatus,
    limit,
  } = failure;
  if (status !== undefined) return apiError(status, headers, now);
  if (failure.shape) return new ResponseShapeError('x', { status: 200 });
  if (limit) return new TimeoutError('x', { which: limit, opened });
  return new ConnectionError('x', { phase, opened, causeCode, status: cutStatus });
}

/** What the Node SDK makes of a failure. */
export function judgeFailure({ failure }: Pick<RetryCase, 'failure'>) {
  const error = errorOf(failure);
  const ask = { error, attempt: 1, maxRetries: 2, maxRetryAfterMs: 60_000, random: 0.5 };
  const again = (safe: boolean) => decideRetry({ ...ask, safe }).again;
  return { evidence: evidenceOf(error), read: again(true), write: again(false) };
}

/** How long the Node SDK waits after a failed read. */
export function waitAfter(one: Omit<WaitCase, 'afterMs'>): number | null {
  const error = errorOf(one.failure, Date.parse(one.now));
  const decision = decideRetry({ ...one, error, safe: true });
  return decision.again ? decision.afterMs : null;
}
