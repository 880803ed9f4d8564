import { setTimeout as sleep } from 'node:timers/promises';
import type { ForwardAnswer } from './forward-delivery.ts';
import { forwardDelivery } from './forward-delivery.ts';
import type { ForwardResult, ReceivedRequest } from './received-delivery.ts';

/** Longest that a forwarded delivery is waited for, so that a late answer can still be reported. */
const FORWARD_MS = 60_000;
/** The status of a delivery that needs no other answer. */
export const ACCEPTED = 204;
const UNAUTHORIZED = 401;
const BAD_GATEWAY = 502;
const TOO_LATE = 504;
/** Timers fire so much too early, and what is late by the service's clock must not be early by ours. */
const TIMER_EARLY_MS = 1;
/** How much of an application's answer is reported. */
const REPORTED_BYTES = 4096;

/** What the sender is answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How deliveries are answered. */
export interface AnswerOptions {
  /** The application that good deliveries are handed on to, and that answers them. */
  readonly forwardTo?: URL | undefined;
  /** Keeps the `Host` that the sender named; the application's unless told. */
  readonly preserveHost?: boolean | undefined;
  /** The status for a delivery that is not handed on; 204 unless told. */
  readonly respond?: ((received: ReceivedRequest) => number) | undefined;
  /** Holds each answer back for so long after the delivery came, in milliseconds. */
  readonly delayMs?: number | undefined;
}

/** The times of one delivery. */
export interface AnswerTimes {
  /** `performance.now()` when it came. */
  readonly startedAt: number;
  /** Time after which the service no longer waits, in milliseconds. */
  readonly ackLimitMs: number;
  /** A signal that is aborted once no answer can be given any more: the sender is gone, or the receiver closes. */
  readonly over: () => AbortSignal;
  /** Aborted when the application is not waited for any longer. */
  readonly closing: AbortSignal;
}

/** An answer to give now, and what is known of the application's once it has come. */
export interface Answered {
  readonly answer: Answer;
  /** Null where it went to none. */
  readonly forward: Promise<ForwardResult> | null;
}

const NO_HEADERS = {};
const NO_BODY = Buffer.alloc(0);

/** An answer that is no more than its status. */
export const bare = (status: number, headers: Answer['headers'] = NO_HEADERS): Answer => {
  return { status, headers, body: NO_BODY };
};

function relayed({ status, contentType, retryAfter, body }: ForwardAnswer): Answer {
  const headers: Record<string, string> = {};
  if (contentType !== undefined) headers['Content-Type'] = contentType;
  if (retryAfter !== undefined) headers['Retry-After'] = retryAfter;
  return { status, headers, body };
}

function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  if (error.name === 'TimeoutError') return 'timeout';
  if (error.name === 'AbortError') return 'given up';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'error';
}

interface Forwarded {
  readonly answer: Answer;
  readonly result: ForwardResult;
}

async function forward(
  target: URL,
  { rawHeaders, body }: ReceivedRequest,
  options: { preserveHost: boolean; signal: AbortSignal },
): Promise<Forwarded> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  try {
    const timeoutMs = FORWARD_MS;
    const answer = await forwardDelivery({ target, rawHeaders, body, timeoutMs, ...options });
    const text = answer.body.subarray(0, REPORTED_BYTES).toString('utf8');
    const { status } = answer;
    return {
      answer: relayed(answer),
      result: { status, error: null, durationMs: tookMs(), body: text },
    };
  } catch (error) {
    const result = { status: null, error: failureName(error), durationMs: tookMs(), body: '' };
    return { answer: bare(BAD_GATEWAY), result };
  }
}

/** Waits, unless it is over before. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** Holds an answer back until the delivery came `delayMs` ago. */
async function hold({ delayMs = 0 }: AnswerOptions, times: AnswerTimes): Promise<void> {
  const leftMs = delayMs - (performance.now() - times.startedAt);
  if (leftMs > 0) await wait(leftMs, times.over());
}

async function inTime<T>(work: Promise<T>, times: AnswerTimes): Promise<T | undefined> {
  const settled = new AbortController();
  const leftMs = times.ackLimitMs - (performance.now() - times.startedAt);
  const signal = AbortSignal.any([times.over(), settled.signal]);
  const late = wait(Math.max(0, Math.ceil(leftMs)) + TIMER_EARLY_MS, signal).then(() => undefined);
  return await Promise.race([work, late]).finally(() => settled.abort());
}

async function answerOfApplication(
  forwardTo: URL,
  received: ReceivedRequest,
  { options, times }: { options: AnswerOptions; times: AnswerTimes },
): Promise<Answered> {
  const { preserveHost = false } = options;
  const forwarded = forward(forwardTo, received, { preserveHost, signal: times.closing });
  const done = await inTime(forwarded, times);
  await hold(options, times);
  const result = forwarded.then((finished) => finished.result);
  return { answer: done?.answer ?? bare(TOO_LATE), forward: result };
}

/**
 * Finds the answer to a delivery: 401 where the signature is bad, else the application's own, or 504 once the service
 * would have stopped waiting for it. It is a promise only where there is something to wait for.
 */
export function answerDelivery(
  received: ReceivedRequest,
  options: AnswerOptions,
  times: AnswerTimes,
): Answered | Promise<Answered> {
  if (received.signature.state === 'invalid') return { answer: bare(UNAUTHORIZED), forward: null };
  const { forwardTo, respond, delayMs = 0 } = options;
  if (forwardTo) return answerOfApplication(forwardTo, received, { options, times });
  const answered = { answer: bare(respond?.(received) ?? ACCEPTED), forward: null };
  return delayMs > 0 ? hold(options, times).then(() => answered) : answered;
}
