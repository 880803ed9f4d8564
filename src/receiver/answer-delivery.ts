import type { ForwardAnswer } from './forward-delivery.ts';
import { forwardDelivery } from './forward-delivery.ts';
import type { ForwardResult, ReceivedRequest } from './received-delivery.ts';

/** Longest that a forwarded delivery is waited for, so that a late answer can still be reported. */
const FORWARD_MS = 60_000;
const ACCEPTED = 204;
const UNAUTHORIZED = 401;
const BAD_GATEWAY = 502;
const TOO_LATE = 504;

/** What the sender is answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How deliveries are answered. */
export interface AnswerOptions {
  readonly forwardTo?: URL | undefined;
  /** Time after which the service no longer waits, in milliseconds. */
  readonly ackLimitMs: number;
  /** The status for a delivery that is not forwarded; 204 unless told. */
  readonly respond?: ((received: ReceivedRequest) => number) | undefined;
}

/** An answer to give now, and what is known of the application's once it has come. */
export interface Answered {
  readonly answer: Answer;
  readonly isLate: boolean;
  readonly forward: Promise<ForwardResult | null>;
}

const bare = (status: number): Answer => ({ status, headers: {}, body: Buffer.alloc(0) });

function relayed({ status, contentType, retryAfter, body }: ForwardAnswer): Answer {
  const headers: Record<string, string> = {};
  if (contentType !== undefined) headers['Content-Type'] = contentType;
  if (retryAfter !== undefined) headers['Retry-After'] = retryAfter;
  return { status, headers, body };
}

function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  if (error.name === 'TimeoutError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'error';
}

interface Forwarded {
  readonly answer: Answer;
  readonly result: ForwardResult;
}

async function forward(target: URL, { rawHeaders, body }: ReceivedRequest): Promise<Forwarded> {
  const startedAt = performance.now();
  const result = (status: number | null, error: string | null): ForwardResult => {
    return { status, error, durationMs: Math.round(performance.now() - startedAt) };
  };
  try {
    const answer = await forwardDelivery({ target, rawHeaders, body, timeoutMs: FORWARD_MS });
    return { answer: relayed(answer), result: result(answer.status, null) };
  } catch (error) {
    return { answer: bare(BAD_GATEWAY), result: result(null, failureName(error)) };
  }
}

/**
 * Finds the answer to a delivery: 401 where the signature is bad, else the application's own, or 504 once the service
 * would have stopped waiting for it.
 */
export async function answerDelivery(
  received: ReceivedRequest,
  options: AnswerOptions,
): Promise<Answered> {
  const settled = (status: number): Answered => {
    return { answer: bare(status), isLate: false, forward: Promise.resolve(null) };
  };
  if (received.signature.state === 'invalid') return settled(UNAUTHORIZED);
  const { forwardTo, ackLimitMs, respond } = options;
  if (!forwardTo) return settled(respond?.(received) ?? ACCEPTED);
  const forwarded = forward(forwardTo, received);
  const result = forwarded.then((done) => done.result);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ackLimitMs);
  });
  const inTime = await Promise.race([forwarded, late]);
  clearTimeout(timer);
  return {
    answer: inTime?.answer ?? bare(TOO_LATE),
    isLate: inTime === undefined,
    forward: result,
  };
}
