import type { ServiceDeps } from '../../../src/service/core/deps.ts';
import { forEachPoint, watchSteps } from './watch-steps.ts';

/** Two pieces of work that may meet: `main` gets the parts to use; `other` runs whole within one of its steps. */
export interface Meeting {
  main(deps: ServiceDeps): Promise<void>;
  other(): Promise<void>;
  /** Looks at the outcome; `point` says where they met. */
  check(point: string): Promise<void>;
}

/**
 * Lets the one run before each step of the other that is outside of a transaction (one inside would wait for its
 * locks), each time on a fresh meeting; the last check is of one after the other. Answers the points.
 */
export async function meetEverywhere(
  deps: ServiceDeps,
  prepare: () => Promise<Meeting>,
): Promise<string[]> {
  return await forEachPoint(async (at) => {
    const { main, other, check } = await prepare();
    let outside = 0;
    let point: string | undefined;
    const before = async ({ name }: { readonly name: string }) => {
      if (name.startsWith('tx.')) return;
      outside += 1;
      if (outside !== at) return;
      point = `before ${at} ${name}`;
      await other();
    };
    await main(watchSteps(deps, { before }));
    if (point === undefined) await other();
    await check(point ?? 'one after the other');
    return point;
  });
}
