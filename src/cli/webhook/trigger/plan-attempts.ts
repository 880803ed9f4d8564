export const MAX_SEED = 2 ** 32 - 1;

/** mulberry32: the same numbers from 0 to 1 for the same seed. Not for secrets. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Most losses in a row. The service tries again, so that a delivery arrives in the end. */
const MAX_LOST = 3;
/** How many deliveries later the next attempt of one may come. */
const RETRY_SPREAD = 3;

export interface PlanOptions {
  readonly deliveries: number;
  /** How often each arrives, from 1. */
  readonly repeat: number;
  readonly isShuffled: boolean;
  readonly maxWaitMs: number;
  /** Probability that an attempt is lost, from 0 to 1. */
  readonly loss: number;
}

export interface PlannedAttempt {
  /** From 0. */
  readonly delivery: number;
  /** Per delivery, from 1. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly isLost: boolean;
}

/** Each delivery once, in their order. */
export const inOrder = (deliveries: readonly unknown[]): PlannedAttempt[] =>
  deliveries.map((_, delivery) => ({ delivery, attempt: 1, waitMs: 0, isLost: false }));

interface Slot {
  readonly delivery: number;
  readonly position: number;
  readonly isLost: boolean;
}

type Random = () => number;

/** Whether each attempt is lost: some losses before every arrival. */
function fates({ repeat, loss }: PlanOptions, random: Random): boolean[] {
  return Array.from({ length: repeat }).flatMap(() => {
    const lost: boolean[] = [];
    while (lost.length < MAX_LOST && random() < loss) lost.push(true);
    return [...lost, false];
  });
}

function slotsOf(delivery: number, options: PlanOptions, random: Random): Slot[] {
  let position = delivery;
  return fates(options, random).map((isLost, index) => {
    if (index > 0) position += random() * RETRY_SPREAD;
    return { delivery, isLost, position: options.isShuffled ? random() : position };
  });
}

/**
 * Plans the order of attempts and which are lost, as a pure function of options and seed. First
 * attempts follow the order of events with retries between, as from the service, unless shuffled.
 */
export function planAttempts(options: PlanOptions, seed: number): PlannedAttempt[] {
  const random = seededRandom(seed);
  const slots = Array.from({ length: options.deliveries }, (_, delivery) =>
    slotsOf(delivery, options, random),
  ).flat();
  const attempts = new Map<number, number>();
  return slots
    .sort((one, other) => one.position - other.position)
    .map(({ delivery, isLost }) => {
      const attempt = (attempts.get(delivery) ?? 0) + 1;
      attempts.set(delivery, attempt);
      return { delivery, attempt, isLost, waitMs: Math.round(random() * options.maxWaitMs) };
    });
}
