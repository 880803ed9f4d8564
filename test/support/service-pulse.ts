/**
 * What can be seen of a service from outside: a request to it begins, it wrote a signed revision and is about to record
 * it, a delivery arrives, a delivery is answered.
 */
const BEATS = ['request', 'revision', 'arrival', 'answer'] as const;
type Beat = (typeof BEATS)[number];

/** How many requests and deliveries were not over at one moment. */
interface UnderWay {
  readonly requests: number;
  readonly deliveries: number;
}

/** A moment in a stream: so many milliseconds after the nth beat of one kind. */
export interface Instant {
  readonly beat: Beat;
  readonly nth: number;
  readonly pauseMs: number;
}

const MOST_BEATS: Readonly<Record<Beat, number>> = {
  request: 20,
  revision: 4,
  arrival: 5,
  answer: 5,
};
const LONGEST_PAUSE_MS = 40;

/** Chooses an instant: half of them at once, in the middle of the beat itself. */
export function chooseInstant(random: () => number): Instant {
  const beat = BEATS[Math.floor(random() * BEATS.length)] ?? 'request';
  const nth = 1 + Math.floor(random() * MOST_BEATS[beat]);
  const pauseMs = Math.max(0, Math.round((random() * 2 - 1) * LONGEST_PAUSE_MS));
  return { beat, nth, pauseMs };
}

interface Armed {
  readonly instant: Instant;
  left: number;
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
      this.#armed = { instant, left: instant.nth, strike: struck };
    });
  }

  #beat(beat: Beat): void {
    const armed = this.#armed;
    if (!armed || (armed.left > 0 && beat !== armed.instant.beat)) return;
    armed.left -= 1;
    if (armed.left > 0) return;
    this.#armed = undefined;
    if (armed.instant.pauseMs === 0) this.#strike(armed);
    else setTimeout(() => this.#strike(armed), armed.instant.pauseMs);
  }

  #strike(armed: Armed): void {
    const underWay = { requests: this.#requests, deliveries: this.#deliveries };
    if (underWay.requests + underWay.deliveries > 0) armed.strike(underWay);
    else this.#armed = { ...armed, instant: { ...armed.instant, pauseMs: 0 }, left: 0 };
  }
}
