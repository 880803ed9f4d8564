import type { ApiPromise } from './api-promise.ts';
import { apiPromise } from './api-promise.ts';
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

/** Runs a call within its total limit and its caller's signal, both removed at the end. */
export function runCall<T>(
  shared: Context,
  options: CallOptions,
  work: (running: Running) => Promise<Outcome<T>>,
): ApiPromise<T> {
  const context = withOptions(shared, options);
  const { totalMs } = timeLimits('', 0, context.timeouts);
  const scope = openScope('total', totalMs, options.signal);
  const run = async () => {
    try {
      return await work({ context, scope });
    } finally {
      scope.dispose();
    }
  };
  return apiPromise(run());
}
