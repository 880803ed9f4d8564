import { shortDuration } from '../../terminal/times.ts';
import type { RowState, Standing } from '../journal/row-state.ts';
import { standingOf } from '../journal/row-state.ts';

/** A rate from fewer rows, or over less time, would jump. */
const FEWEST = 3;
/** The rate is that of the last so many rows: what was settled first, and waited for, says little about the rest. */
const WINDOW = 200;

/** Counts rows as they end, and tells how fast they do and how long the rest will take. Times are in milliseconds. */
export class Meter {
  readonly total: number;
  readonly #counts: Record<Standing, number> = { waiting: 0, sent: 0, failed: 0, doubt: 0 };
  readonly #ends: number[];
  #ended = 0;

  constructor(total: number, startedAt: number) {
    this.total = total;
    this.#ends = [startedAt];
  }

  get ended(): number {
    return this.#ended;
  }

  get counts(): Readonly<Record<Standing, number>> {
    return this.#counts;
  }

  /** Counts a row that came to its end. */
  count(state: RowState | undefined, now: number): void {
    this.#ended += 1;
    this.#counts[standingOf(state)] += 1;
    this.#ends.push(now);
    if (this.#ends.length > WINDOW) this.#ends.shift();
  }

  /** Rows a second; undefined while too little is known. */
  rate(now: number): number | undefined {
    const since = this.#ends[0] ?? now;
    if (this.#ended < FEWEST || now <= since) return undefined;
    return ((this.#ends.length - 1) * 1000) / (now - since);
  }

  /** One line: how far, how fast, how long yet, and what went wrong. */
  line(now: number): string {
    const { failed, doubt } = this.#counts;
    const rate = this.rate(now);
    const left = this.total - this.#ended;
    return [
      `${this.#ended} of ${this.total} rows`,
      rate !== undefined && `${rate.toFixed(rate < 10 ? 1 : 0)} a second`,
      rate !== undefined && left > 0 && `about ${shortDuration((left / rate) * 1000)} left`,
      failed > 0 && `${failed} failed`,
      doubt > 0 && `${doubt} in doubt`,
    ]
      .filter((part) => part !== false)
      .join(', ');
  }
}
