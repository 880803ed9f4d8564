import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from '../../client/index.ts';
import { ApiError, ConnectionError, RateLimitError, TimeoutError } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { durationFlag } from '../input/time-flag.ts';

const FIRST_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 60_000;
const GROWTH = 1.5;
const JITTER = 0.2;
const FIRST_SERVER_ERROR = 500;
const REQUEST_TIMEOUT = 408;

/** With `needed`, the flags require that flag. */
export function watchFlags(needed?: 'wait' | 'watch') {
  const shared = needed === undefined ? {} : { dependsOn: [needed] };
  return {
    timeout: durationFlag({ description: 'maximum time to wait (then exits 8)', ...shared }),
    interval: durationFlag({
      description: 'initial polling interval; backs off to 1 minute (default: 2s)',
      ...shared,
    }),
  };
}

/** In milliseconds. */
export interface WatchFlags {
  readonly timeout?: number | undefined;
  readonly interval?: number | undefined;
}

export interface PollStep {
  /** Polls since the last change, from 0. */
  readonly quietPolls: number;
  readonly startMs: number;
  readonly retryAfterMs?: number | undefined;
  /** Time left; `Infinity` without a limit. */
  readonly leftMs: number;
}

/**
 * Grows by half up to a minute, with jitter: at least what the service asks for, at most the time
 * left. `random` is in [0, 1).
 */
export function nextWait(step: PollStep, random: number): number {
  const grown = Math.min(step.startMs * GROWTH ** step.quietPolls, MAX_INTERVAL_MS);
  const jittered = grown * (1 - JITTER + 2 * JITTER * random);
  return Math.min(Math.max(jittered, step.retryAfterMs ?? 0), step.leftMs);
}

export function isTransient(error: unknown): error is Error {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  if (error instanceof RateLimitError || status === REQUEST_TIMEOUT) return true;
  return status >= FIRST_SERVER_ERROR;
}

interface Polled<T> {
  readonly result?: T;
  readonly hasChanged: boolean;
}

export interface Polling<T> {
  readonly poll: (options: CallOptions) => Promise<Polled<T>>;
  readonly onTrouble: (error: Error, waitMs: number) => void;
  /** The result once time is up, unless it throws. */
  readonly timedOut: (cause: Error | undefined) => T;
  /** The command that resumes the watch, and its only document. */
  readonly resume: { readonly next: string; readonly documentId?: string };
}

type PollAttempt<T> = Polled<T> & { readonly trouble?: Error };

async function attempt<T>(poll: () => Promise<Polled<T>>): Promise<PollAttempt<T>> {
  try {
    return await poll();
  } catch (error) {
    if (isTransient(error)) return { hasChanged: false, trouble: error };
    throw error;
  }
}

function optionsUntil(end: number, signal: AbortSignal): CallOptions {
  const totalMs = Math.max(1, end - performance.now());
  return Number.isFinite(totalMs) ? { signal, timeouts: { totalMs } } : { signal };
}

const requestedWait = (error: Error | undefined): number | undefined =>
  error instanceof ApiError ? error.retryAfterMs : undefined;

async function pollUntil<T>(
  { interval: startMs = FIRST_INTERVAL_MS, timeout = Number.POSITIVE_INFINITY }: WatchFlags,
  signal: AbortSignal,
  { poll, onTrouble, timedOut }: Polling<T>,
): Promise<T> {
  const end = performance.now() + timeout;
  for (let quietPolls = 0; ; ) {
    const polled = await attempt(() => poll(optionsUntil(end, signal)));
    const { result, hasChanged, trouble } = polled;
    if (result !== undefined) return result;
    const leftMs = end - performance.now();
    if (leftMs <= 0) return timedOut(trouble);
    quietPolls = hasChanged ? 0 : quietPolls + 1;
    const step = { quietPolls, startMs, retryAfterMs: requestedWait(trouble), leftMs };
    const wait = nextWait(step, Math.random());
    if (trouble) onTrouble(trouble, wait);
    await sleep(wait, undefined, { signal });
  }
}

/**
 * Polls with backoff until there is a result. Throws permanent errors immediately, and a `CliError`
 * with the command to resume when it is interrupted.
 */
export function watch<T>(flags: WatchFlags, signal: AbortSignal, polling: Polling<T>): Promise<T> {
  return pollUntil(flags, signal, polling).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
    const what = 'stopped watching; signing continues without you';
    const exitCode = EXIT.interrupted;
    throw new CliError({ code: 'interrupted', what, ...polling.resume, exitCode, cause });
  });
}
