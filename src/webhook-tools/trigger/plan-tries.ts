import { seededRandom } from './seeded-random.ts';

/** Most tries in a row that get lost: the service tries again, so that a delivery arrives in the end. */
const MOST_LOST = 3;
/** How far behind a try the next one of the same delivery may come, in deliveries. */
const RETRY_SPREAD = 3;

/** What a plan is made by. */
export interface PlanOptions {
  /** How many deliveries there are. */
  readonly deliveries: number;
  /** How often each arrives, from 1. */
  readonly repeat: number;
  /** Whether they come in any order, and not in that of the events. */
  readonly isShuffled: boolean;
  /** Longest wait before a try, in milliseconds. */
  readonly maxWaitMs: number;
  /** How likely a try is lost on its way, from 0 to 1. */
  readonly loss: number;
}

/** One try to deliver something. */
export interface PlannedTry {
  /** Which delivery, from 0. */
  readonly delivery: number;
  /** Number of the try, from 1, counted for each delivery in the order of the plan. */
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

/** How each try of one delivery fares: losses before every arrival. */
function fates({ repeat, loss }: PlanOptions, random: Random): boolean[] {
  return Array.from({ length: repeat }).flatMap(() => {
    const lost: boolean[] = [];
    while (lost.length < MOST_LOST && random() < loss) lost.push(true);
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
 * Which delivery is tried when, and what gets lost. A pure function of its options and the seed. First tries come in the
 * order of the events and later ones between them, as from the service, unless everything is shuffled.
 */
export function planTries(options: PlanOptions, seed: number): PlannedTry[] {
  const random = seededRandom(seed);
  const slots = Array.from({ length: options.deliveries }, (_, delivery) =>
    slotsOf(delivery, options, random),
  ).flat();
  const tries = new Map<number, number>();
  return slots
    .sort((one, other) => one.position - other.position)
    .map(({ delivery, isLost }) => {
      const attempt = (tries.get(delivery) ?? 0) + 1;
      tries.set(delivery, attempt);
      return { delivery, attempt, isLost, waitMs: Math.round(random() * options.maxWaitMs) };
    });
}
