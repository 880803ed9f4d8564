import { LimitReached } from '../errors/call-errors.ts';
import type { OptionNames } from '../options/check-options.ts';
import { checkOptions } from '../options/check-options.ts';
import type { CallOptions, Context } from './context.ts';
import { timeLimits } from './context.ts';
import { LONGEST_TIMER_MS } from './system-clock.ts';
import type { AnswerHeaders } from './transport.ts';

/** The signal and time limit of a call, or of one attempt within it. */
export interface Scope {
  /** Aborts with the parent's reason, or with a `LimitReached`. */
  readonly signal: AbortSignal;
  /** When the limit runs out, in milliseconds since the epoch. */
  readonly endsAt: number;
  /** Drops the limit; stays linked to the parent, even if disposed, until the result is called. */
  hold(): () => void;
  /** Removes the timer and the listener. */
  dispose(): void;
}

/** Opens a scope inside another signal, with a limit in milliseconds (`Infinity` for none). */
export function openScope(
  which: 'try' | 'total',
  limitMs: number,
  parent?: AbortSignal | undefined,
): Scope {
  const controller = new AbortController();
  const follow = () => controller.abort(parent?.reason);
  const expire = () => controller.abort(new LimitReached(which, limitMs));
  const timer = limitMs <= LONGEST_TIMER_MS ? setTimeout(expire, limitMs) : undefined;
  if (parent?.aborted) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  const unfollow = () => parent?.removeEventListener('abort', follow);
  let isHeld = false;
  return {
    signal: controller.signal,
    endsAt: Date.now() + limitMs,
    hold: () => {
      isHeld = true;
      clearTimeout(timer);
      return unfollow;
    },
    dispose: () => {
      clearTimeout(timer);
      if (!isHeld) unfollow();
    },
  };
}

/** The client's context with the options and scope of one call. */
export interface CallContext extends Context {
  readonly scope: Scope;
}

/** The response of a call. */
export interface ResponseInfo {
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: AnswerHeaders;
  /** The id of the request, `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** Attempts made, from 1. */
  readonly attempts: number;
  /** Attempts and the waits between them, in milliseconds; the reading, if it was reconciled. */
  readonly durationMs: number;
  /** True if the response was lost and `data` was read back from the service. */
  readonly reconciled: boolean;
}

/** The data of a call and its response. */
export interface Outcome<T> {
  /** The result of the call. */
  readonly data: T;
  /** The response that carried it. */
  readonly response: ResponseInfo;
}

/** Resolves to the data of a call, or by `withResponse()` to the data and its response. */
export interface ApiPromise<T> extends Promise<T> {
  /** Resolves to the data with status, headers, request id, attempts and duration. */
  withResponse(): Promise<Outcome<T>>;
}

/** Wraps the outcome of a call for the caller. */
export function apiPromise<T>(outcome: Promise<Outcome<T>>): ApiPromise<T> {
  const data = outcome.then((settled) => settled.data);
  const withResponse = () => {
    // The caller awaits only `outcome`; a rejection of `data` must not count as unhandled
    data.catch(() => undefined);
    return outcome;
  };
  return Object.assign(data, { withResponse });
}

/** Bounded by its total limit and signal. Throws `InvalidArgumentError` for an unknown option. */
export function openCall<O extends CallOptions>(
  shared: Context,
  options: O,
  names: OptionNames<O>,
): CallContext {
  checkOptions(options, names);
  const timeouts = { ...shared.timeouts, ...options.timeouts };
  const maxRetries = options.maxRetries ?? shared.maxRetries;
  const scope = openScope('total', timeLimits(timeouts).totalMs, options.signal);
  return { ...shared, timeouts, maxRetries, scope };
}

/** The options of a call, and the names of all that it accepts. */
export interface GivenOptions<O extends CallOptions> {
  readonly options: O;
  readonly names: OptionNames<O>;
}

/** Runs a call within its own scope. Throws `InvalidArgumentError` for an unknown option. */
export function runCall<T, O extends CallOptions>(
  shared: Context,
  { options, names }: GivenOptions<O>,
  work: (context: CallContext) => Promise<Outcome<T>>,
): ApiPromise<T> {
  const run = async () => {
    const context = openCall(shared, options, names);
    try {
      return await work(context);
    } finally {
      context.scope.dispose();
    }
  };
  return apiPromise(run());
}
