import type { KnownDocuments } from '../recovery/known-documents.ts';
import type { RetryBudget } from '../recovery/retry.ts';
import type { Clock, ServiceTime } from './clock.ts';
import type { Hooks } from './hooks.ts';
import type { AskedLimits } from './time-limits.ts';
import type { Transport } from './transport.ts';

/** What the calls of one client share. */
export interface Context {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly userAgent: string;
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

/** What every call takes beside its own arguments. */
export interface CallOptions {
  /** Ends the call, its waits and its downloads; the signal's reason becomes the error's cause. */
  readonly signal?: AbortSignal | undefined;
  /** Limits other than the client's, in milliseconds. */
  readonly timeouts?: AskedLimits | undefined;
  /** Retries beyond the first try, other than the client's; 0 means none. */
  readonly maxRetries?: number | undefined;
}

/** What calls that change something take. */
export interface UnsafeCallOptions extends CallOptions {
  /**
   * When an earlier process began this same call and was gone before it learnt the outcome: what became of that call is
   * looked for first, and it is repeated only when there is no trace of it.
   */
  readonly lostAt?: Date | undefined;
}

/** The client's context with what a single call asks otherwise. */
export function withOptions(context: Context, options: CallOptions): Context {
  return {
    ...context,
    timeouts: { ...context.timeouts, ...options.timeouts },
    maxRetries: options.maxRetries ?? context.maxRetries,
  };
}
