import type { Clock } from './clock.ts';
import type { Hooks } from './hooks.ts';
import type { KnownDocuments } from './known-documents.ts';
import type { RetryBudget } from './retry-budget.ts';
import type { ServiceTime } from './service-time.ts';
import type { TimeLimits } from './time-limits.ts';
import type { Transport } from './transport.ts';

/** What the calls of one client share. */
export interface Context {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly timeouts: Partial<TimeLimits>;
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
  readonly timeouts?: Partial<TimeLimits> | undefined;
  /** Retries beyond the first try, other than the client's; 0 means none. */
  readonly maxRetries?: number | undefined;
}

/** The client's context with what a single call asks otherwise. */
export function withOptions(context: Context, options: CallOptions): Context {
  return {
    ...context,
    timeouts: { ...context.timeouts, ...options.timeouts },
    maxRetries: options.maxRetries ?? context.maxRetries,
  };
}
