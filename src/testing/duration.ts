import { parseDuration } from '../cli/terminal/times.ts';

/** Whole milliseconds from a number or from text such as `3d`. Throws a `TypeError` otherwise. */
export function millisecondsOf(duration: string | number): number {
  const ms = typeof duration === 'number' ? duration : parseDuration(duration);
  if (ms !== undefined) return Math.round(ms);
  throw new TypeError(`"${duration}" is not a duration such as 90s, 10m, 1h30m or 3d`);
}
