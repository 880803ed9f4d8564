import type { OptionNames } from '../options/check-options.ts';
import type { KnownDocuments } from '../recovery/known-documents.ts';
import type { RetryBudget } from '../recovery/retrying.ts';
import type { Hooks } from './hooks.ts';
import type { Clock, ServiceTime } from './system-clock.ts';
import type { Transport, TransportLimits } from './transport.ts';

/** Options and state shared by all calls of one client. */
export interface Context {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  readonly timeouts: AskedLimits;
  readonly maxRetries: number;
  readonly maxRetryAfterMs: number;
  readonly hooks: Hooks;
  readonly clock: Clock;
  readonly budget: RetryBudget;
  readonly serviceTime: ServiceTime;
  readonly known: KnownDocuments;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, its waits and its downloads; the reason becomes the error's `cause`. */
  readonly signal?: AbortSignal | undefined;
  /** Time limits in milliseconds, overriding the client's. */
  readonly timeouts?: AskedLimits | undefined;
  /** Retries after the first attempt, overriding the client's; 0 turns them off. */
  readonly maxRetries?: number | undefined;
}

/** Options of calls that change something. */
export interface UnsafeCallOptions extends CallOptions {
  /**
   * To resume a call whose process ended before it knew the outcome, set the time when that call
   * started. The client first looks for its effect, and repeats the request only if there is none.
   */
  readonly lostAt?: Date | undefined;
}

/** The five limits of a call, in milliseconds; `Infinity` turns one off. */
export interface TimeLimits extends TransportLimits {
  /** One attempt, from connecting to the last byte of a JSON response, or a download's headers. */
  readonly tryMs: number;
  /** The whole call: attempts, waits, settling an unknown outcome, and a download's body. */
  readonly totalMs: number;
}

/** Overrides of the default time limits. */
export type AskedLimits = { readonly [name in keyof TimeLimits]?: number | undefined };

/** The names of the time limits. */
export const TIME_LIMITS: OptionNames<AskedLimits> = {
  connectMs: true,
  headersMs: true,
  bodyIdleMs: true,
  tryMs: true,
  totalMs: true,
};

/** The names of the options of every call. */
export const CALL_OPTIONS: OptionNames<CallOptions> = {
  signal: true,
  timeouts: TIME_LIMITS,
  maxRetries: true,
};

/** The names of the options of calls that change something. */
export const UNSAFE_CALL_OPTIONS: OptionNames<UnsafeCallOptions> = {
  ...CALL_OPTIONS,
  lostAt: true,
};

const ATTEMPT_MS = 30_000;
/** Longer, because sending emails every signer. */
const SEND_TRY_MS = 60_000;
/** The slowest upload allowed: 100 KB a second. */
const UPLOAD_BYTES_PER_MS = 100;

/** Defaults depend on the operation and the size of the request's body. */
export function timeLimits(asked: AskedLimits, operation = '', bodyBytes = 0): TimeLimits {
  const base = operation === 'sendDocument' ? SEND_TRY_MS : ATTEMPT_MS;
  return {
    connectMs: asked.connectMs ?? 10_000,
    headersMs: asked.headersMs ?? 60_000,
    bodyIdleMs: asked.bodyIdleMs ?? 30_000,
    tryMs: asked.tryMs ?? base + bodyBytes / UPLOAD_BYTES_PER_MS,
    totalMs: asked.totalMs ?? 300_000,
  };
}
