/** The first wait between two looks, in milliseconds. */
export const FIRST_INTERVAL_MS = 2_000;
/** The longest wait between two looks, in milliseconds. */
const LONGEST_INTERVAL_MS = 60_000;

const GROWTH = 1.5;
const JITTER = 0.2;

/** What the next wait depends on. */
export interface WatchStep {
  /** Looks that changed nothing since the last change, from 0. */
  readonly quietLooks: number;
  /** The first wait. */
  readonly startMs: number;
  /** What the service asked to wait, if it did. */
  readonly retryAfterMs?: number | undefined;
  /** Time left until the limit; `Infinity` without one. */
  readonly leftMs: number;
}

/**
 * The wait before the next look: growing by half from look to look up to a minute, a fifth more or less by chance, never
 * less than the service asked for, never beyond the limit. Pure: `random` is from [0, 1).
 */
export function nextWait(step: WatchStep, random: number): number {
  const grown = Math.min(step.startMs * GROWTH ** step.quietLooks, LONGEST_INTERVAL_MS);
  const jittered = grown * (1 - JITTER + 2 * JITTER * random);
  return Math.min(Math.max(jittered, step.retryAfterMs ?? 0), step.leftMs);
}
