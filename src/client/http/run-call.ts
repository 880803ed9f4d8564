import type { CallOptions, Context } from './context.ts';
import { withOptions } from './context.ts';
import type { Outcome } from './perform.ts';
import type { Scope } from './scope.ts';
import { openScope } from './scope.ts';
import { timeLimits } from './time-limits.ts';

/** The parts that a call is made of: the context with the call's options, and the scope of the whole call. */
export interface Running {
  readonly context: Context;
  readonly scope: Scope;
}

/** The data of an answer, or with `withResponse()` the data and what came with it. */
export interface ApiPromise<T> extends Promise<T> {
  /** Status, headers, request id, attempts and duration beside the data. */
  withResponse(): Promise<Outcome<T>>;
}

/** Makes a call's promise out of its outcome's. */
export function apiPromise<T>(outcome: Promise<Outcome<T>>): ApiPromise<T> {
  const data = outcome.then((come) => come.data);
  const withResponse = () => {
    // Only one of the two is waited for: the other must not count as an unhandled rejection
    data.catch(() => undefined);
    return outcome;
  };
  return Object.assign(data, { withResponse });
}

/** Opens the scope of a call: its total limit and its caller's signal. */
export function openCall(shared: Context, options: CallOptions): Running {
  const context = withOptions(shared, options);
  const { totalMs } = timeLimits('', 0, context.timeouts);
  return { context, scope: openScope('total', totalMs, options.signal) };
}

/** Runs a call within its total limit and its caller's signal, both removed at the end. */
export function runCall<T>(
  shared: Context,
  options: CallOptions,
  work: (running: Running) => Promise<Outcome<T>>,
): ApiPromise<T> {
  const running = openCall(shared, options);
  const run = async () => {
    try {
      return await work(running);
    } finally {
      running.scope.dispose();
    }
  };
  return apiPromise(run());
}
