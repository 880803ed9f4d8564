import type { ServiceDeps } from '../../../src/service/core/deps.ts';
import type { Step } from './watch-steps.ts';
import { forEachPoint, watchSteps } from './watch-steps.ts';

/** Where the world fails, and how. */
export interface CrashPlan {
  /** Number of the step that it fails at, from 1. */
  readonly at: number;
  /** Instead of the step, or when it was done and its answer is lost. */
  readonly when: 'before' | 'after';
  /** `process`: nothing can be done any more, not even cleaning up; `step`: only that one call fails. */
  readonly ends: 'process' | 'step';
}

/** Thrown where the plan says. */
class Crash extends Error {
  override readonly name = 'Crash';
}

/** Parts that fail by a plan. */
export interface CrashingDeps {
  readonly deps: ServiceDeps;
  /** Where they failed, such as `before 7 tx.chargeCredits`; undefined when they did not. */
  point(): string | undefined;
}

/** The real parts, failing at one step. */
export function crashAt(deps: ServiceDeps, { at, when, ends }: CrashPlan): CrashingDeps {
  let point: string | undefined;
  const fail = (now: CrashPlan['when']) => (step: Step) => {
    if (point !== undefined && ends === 'process') throw new Crash('The process is gone.');
    if (point !== undefined || step.number !== at || now !== when) return;
    point = `${when} ${step.number} ${step.name}`;
    throw new Crash(point);
  };
  const hooks = { before: fail('before'), after: fail('after') };
  return { deps: watchSteps(deps, hooks), point: () => point };
}

/** Runs a trial for each step that can fail; answers where. A trial answers where it failed. */
export const forEachCrash = (
  plan: Omit<CrashPlan, 'at'>,
  trial: (plan: CrashPlan) => Promise<string | undefined>,
): Promise<string[]> => forEachPoint((at) => trial({ ...plan, at }));

/** Runs work that may crash; any other failure comes out. */
export async function untilCrash(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
}
