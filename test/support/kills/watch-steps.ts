import type { ServiceDeps } from '../../../src/service/core/deps.ts';
import type { StoreTransaction } from '../../../src/service/store/store.ts';

/** One call that a use case makes of the store, a transaction, the files or the PDF workers. */
export interface Step {
  /** From 1, in the order in which calls begin. */
  readonly number: number;
  /** Such as `store.findDocument` or `tx.chargeCredits`. */
  readonly name: string;
}

/** What happens around each step; what a hook throws comes out of the step. */
export interface StepHooks {
  before?(step: Step): void | Promise<void>;
  /** Only after a step that went well; after `store.transaction`, its commit is done. */
  after?(step: Step): void | Promise<void>;
}

/** What can be watched of the parts that are given. */
type Watchable = Pick<ServiceDeps, 'store'> & Partial<Pick<ServiceDeps, 'files' | 'pdf'>>;

/** The same real parts, with a hook before and after each call. */
export function watchSteps<Deps extends Watchable>(deps: Deps, hooks: StepHooks): Deps {
  let count = 0;
  const watched = <Part extends object>(name: string, part: Part): Part =>
    new Proxy(part, {
      get(target, key) {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function') return method;
        return async (...given: readonly unknown[]) => {
          count += 1;
          const step = { number: count, name: `${name}.${String(key)}` };
          await hooks.before?.(step);
          const handed = name === 'store' ? given.map(watchWork) : given;
          const result: unknown = await Reflect.apply(method, target, handed);
          await hooks.after?.(step);
          return result;
        };
      },
    });
  /** The functions that are handed to the store run in a transaction. */
  const watchWork = (given: unknown): unknown =>
    typeof given === 'function'
      ? (tx: StoreTransaction) => Reflect.apply(given, undefined, [watched('tx', tx)])
      : given;
  const { store, files, pdf } = deps;
  return {
    ...deps,
    store: watched('store', store),
    ...(files && { files: watched('files', files) }),
    ...(pdf && { pdf: watched('pdf', pdf) }),
  };
}

/** Runs a trial with 1, 2, 3 …, until it comes to no point any more; answers the points that it came to. */
export async function forEachPoint(
  trial: (at: number) => Promise<string | undefined>,
): Promise<string[]> {
  const points: string[] = [];
  for (;;) {
    const point = await trial(points.length + 1);
    if (point === undefined) return points;
    points.push(point);
  }
}
