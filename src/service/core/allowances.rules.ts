import { createHash } from 'node:crypto';
import { readableTime } from '../../languages/readable-time.ts';

export interface Limit {
  readonly most: number;
  readonly withinMs: number;
}

export interface Allowance {
  /** A SHA-256 of action and subject, so that no name is stored. */
  readonly key: Buffer;
  readonly limits: readonly Limit[];
}

/** An allowance with nothing left, and from when it has some again. */
export interface UsedUp {
  readonly allowance: Allowance;
  readonly from: Date;
}

export const HOUR_MS = 3_600_000;
/** The longest time a limit may look back: older actions are deleted. */
export const DAY_MS = 24 * HOUR_MS;

export const allowanceKey = (what: string, ...whose: readonly string[]): Buffer =>
  createHash('sha256')
    .update([what, ...whose].join('\n'))
    .digest();

/** From when another is allowed; undefined means now. `times` of earlier ones are newest first. */
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

/** Rounded up to the minute, so that it is allowed by then. */
export const untilMinute = (from: Date): string =>
  readableTime('en', new Date(Math.ceil(from.getTime() / MINUTE_MS) * MINUTE_MS));
