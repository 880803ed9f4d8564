import { createHash } from 'node:crypto';
import { readableTime } from '../../languages/readable-time.ts';

/** At most so many within a time, in milliseconds. */
export interface Limit {
  readonly most: number;
  readonly withinMs: number;
}

/** Something that may be done only so often. */
export interface Allowance {
  /** A SHA-256 of what and for whom: nobody's name is stored. */
  readonly key: Buffer;
  readonly limits: readonly Limit[];
}

/** An allowance of which nothing is left, and from when there is some again. */
export interface UsedUp {
  readonly allowance: Allowance;
  readonly from: Date;
}

export const HOUR_MS = 3_600_000;
/** The longest time that a limit may look back: older actions are deleted. */
export const DAY_MS = 24 * HOUR_MS;

/** The key of a limited action and of the one whom it concerns. */
export const allowanceKey = (what: string, ...whose: readonly string[]): Buffer =>
  createHash('sha256')
    .update([what, ...whose].join('\n'))
    .digest();

/** When it may be done again; undefined means now. `times` are those at which it was done, newest first. */
export function possibleFrom(
  times: readonly Date[],
  limits: readonly Limit[],
  now: Date,
): Date | undefined {
  const ends = limits.flatMap(({ most, withinMs }) => {
    const reached = times[most - 1];
    return reached ? [reached.getTime() + withinMs] : [];
  });
  const from = Math.max(...ends);
  return from > now.getTime() ? new Date(from) : undefined;
}

const MINUTE_MS = 60_000;

/** Until when somebody has to wait, in words: rounded up to a minute, so that it is possible then. */
export const untilMinute = (from: Date): string =>
  readableTime('en', new Date(Math.ceil(from.getTime() / MINUTE_MS) * MINUTE_MS));
