/**
 * What can be seen of a service from outside: a request to it begins, it wrote a signed revision and is about to record
 * it, it committed, a delivery arrives, a delivery is answered.
 */
type Beat = 'request' | 'revision' | 'commit' | 'arrival' | 'answer';

/** How many requests and deliveries were not over at one moment. */
interface UnderWay {
  readonly requests: number;
  readonly deliveries: number;
}

/** So many beats of one kind. */
type Beats = readonly [beat: Beat, count: number];

/** A moment in a stream: some beats, others behind them, and then so many milliseconds. */
export interface Instant {
  readonly beats: readonly Beats[];
  readonly pauseMs: number;
}

/** Sorts of instants, with the most beats; a commit behind a revision is that which records the signature, or near it. */
const SORTS: readonly (readonly Beats[])[] = [
  [['request', 20]],
  [['revision', 4]],
  [
    ['revision', 4],
    ['commit', 3],
  ],
  [['arrival', 5]],
  [['answer', 5]],
];
const LONGEST_PAUSE_MS = 40;

/** Chooses an instant: half of them at once, in the middle of the last beat itself. */
export function chooseInstant(random: () => number): Instant {
  const sort = SORTS[Math.floor(random() * SORTS.length)] ?? [];
  const beats = sort.map(([beat, most]): Beats => [beat, 1 + Math.floor(random() * most)]);
  const pauseMs = Math.max(0, Math.round((random() * 2 - 1) * LONGEST_PAUSE_MS));
  return { beats, pauseMs };
}

interface Armed {
  /** The beats that are still to come, one by one. */
  readonly coming: Beat[];
  readonly pauseMs: number;
  readonly strike: (underWay: UnderWay) => void;
}

/** Counts what is under way between a service and its surroundings, and strikes at an instant. */
export class ServicePulse {
  #requests = 0;
  #deliveries = 0;
  #armed: Armed | undefined;

  /** Counts a request until it is answered or fails. */
  async request<T>(send: () => Promise<T>): Promise<T> {
    this.#requests += 1;
    try {
      const answer = send();
      this.#beat('request');
      return await answer;
    } finally {
      this.#requests -= 1;
    }
  }

  revised(): void {
    this.#beat('revision');
  }

  committed(): void {
    this.#beat('commit');
  }

  arrived(): void {
    this.#deliveries += 1;
    this.#beat('arrival');
  }

  answered(): void {
    this.#beat('answer');
    this.#deliveries -= 1;
  }

  /**
   * Calls `strike` at the instant, or at the next beat behind it at which something is under way; answers what was.
   * Between the two nothing else runs.
   */
  strikeAt(instant: Instant, strike: () => void): Promise<UnderWay> {
    return new Promise((resolve) => {
      const struck = (underWay: UnderWay) => {
        strike();
        resolve(underWay);
      };
      const coming = instant.beats.flatMap(([beat, count]) => Array<Beat>(count).fill(beat));
      this.#armed = { coming, pauseMs: instant.pauseMs, strike: struck };
    });
  }

  #beat(beat: Beat): void {
    const armed = this.#armed;
    if (!armed || (armed.coming.length > 0 && beat !== armed.coming[0])) return;
    armed.coming.shift();
    if (armed.coming.length > 0) return;
    this.#armed = undefined;
    if (armed.pauseMs === 0) this.#strike(armed);
    else setTimeout(() => this.#strike(armed), armed.pauseMs);
  }

  #strike(armed: Armed): void {
    const underWay = { requests: this.#requests, deliveries: this.#deliveries };
    if (underWay.requests + underWay.deliveries > 0) armed.strike(underWay);
    else this.#armed = { ...armed, pauseMs: 0 };
  }
}
