import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { PlannedTry } from './plan-tries.ts';
import type { PostResult } from './post-delivery.ts';

/** Most further rounds for what was not taken. */
const ROUNDS = 3;
/** Wait before a further round, in milliseconds; the service itself waits five seconds and longer. */
const ROUND_MS = 1000;

/** A try that was made; without a result when it was lost on its way. */
export interface MadeTry {
  /** From 1, in the order in which tries began. */
  readonly number: number;
  readonly planned: PlannedTry;
  readonly result: PostResult | null;
}

/** How tries are made. */
export interface RunOptions {
  readonly plan: readonly PlannedTry[];
  /** Most tries at the same time. */
  readonly concurrency: number;
  /** Whether what was not taken is tried again, as the service would. */
  readonly triesAgain: boolean;
  readonly send: (planned: PlannedTry) => Promise<PostResult>;
  /** Told of each try once it has ended. */
  readonly onTry: (made: MadeTry) => void;
  readonly signal: AbortSignal;
}

/** True for the answers by which the service takes a delivery for delivered (specification, section 6). */
export const isTaken = (result: PostResult | null): boolean =>
  result?.status != null && result.status >= 200 && result.status <= 299;

/** One more try for each delivery whose last one that arrived was not taken. */
function furtherTries(made: readonly MadeTry[]): PlannedTry[] {
  const last = new Map<number, MadeTry>();
  const attempts = new Map<number, number>();
  for (const one of made) {
    const { delivery, attempt } = one.planned;
    attempts.set(delivery, Math.max(attempt, attempts.get(delivery) ?? 0));
    if (one.result) last.set(delivery, one);
  }
  return [...last.values()]
    .filter(({ result }) => !isTaken(result))
    .map(({ planned: { delivery } }) => {
      const attempt = (attempts.get(delivery) ?? 0) + 1;
      return { delivery, attempt, waitMs: 0, isLost: false };
    });
}

/** Makes the tries of a plan, in its order as far as they do not run side by side; ends early when it is aborted. */
export async function runTries(options: RunOptions): Promise<MadeTry[]> {
  const { concurrency, signal, send, onTry } = options;
  // Every try under way listens to it
  setMaxListeners(0, signal);
  const made: MadeTry[] = [];
  let begun = 0;
  const one = async (planned: PlannedTry): Promise<void> => {
    if (planned.waitMs > 0) {
      await wait(planned.waitMs, undefined, { signal }).catch(() => undefined);
    }
    if (signal.aborted) return;
    begun += 1;
    const number = begun;
    const result = planned.isLost ? null : await send(planned);
    const done = { number, planned, result };
    made.push(done);
    onTry(done);
  };
  const run = async (tries: readonly PlannedTry[]): Promise<void> => {
    const waiting = tries.values();
    const work = async (): Promise<void> => {
      for (const planned of waiting) await one(planned);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  };
  await run(options.plan);
  for (let round = 0; options.triesAgain && round < ROUNDS; round += 1) {
    const further = furtherTries(made);
    const isThere = made.some(({ result }) => result !== null && result.status !== null);
    if (further.length === 0 || !isThere) break;
    await wait(ROUND_MS, undefined, { signal }).catch(() => undefined);
    await run(further);
  }
  return made;
}
