import { seededRandom } from './seeded-random.ts';

/** Most losses in a row: the service tries again, so that a delivery arrives in the end. */
const MAX_LOST = 3;
/** How far behind an attempt the next one of the same delivery may come, in deliveries. */
const RETRY_SPREAD = 3;

/** Inputs of a plan, besides its seed. */
export interface PlanOptions {
  /** The number of deliveries. */
  readonly deliveries: number;
  /** How often each arrives, from 1. */
  readonly repeat: number;
  /** Whether they come in random order instead of the order of the events. */
  readonly isShuffled: boolean;
  /** Longest wait before an attempt, in milliseconds. */
  readonly maxWaitMs: number;
  /** Probability that an attempt is lost, from 0 to 1. */
  readonly loss: number;
}

/** An attempt to deliver something. */
export interface PlannedAttempt {
  /** Which delivery, from 0. */
  readonly delivery: number;
  /** Number of the attempt, from 1, for each delivery. */
  readonly attempt: number;
  /** Wait before it, in milliseconds. */
  readonly waitMs: number;
  /** True when it never reaches the receiver. */
  readonly isLost: boolean;
}

interface Slot {
  readonly delivery: number;
  readonly position: number;
  readonly isLost: boolean;
}

type Random = () => number;

/** Whether each attempt of one delivery is lost: a few losses before every arrival. */
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
 * Plans which delivery is attempted when, and which attempts are lost: a pure function of its options and the seed. First
 * attempts come in the order of the events and retries between them, as from the service, unless shuffled.
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
