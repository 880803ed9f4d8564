import { parseDuration } from '../cli/terminal/times.ts';

/** Whole milliseconds of a number of them, or of a text such as `3d`. Throws a `TypeError` for any other text. */
export function millisecondsOf(duration: string | number): number {
  const ms = typeof duration === 'number' ? duration : parseDuration(duration);
  if (ms !== undefined) return Math.round(ms);
  throw new TypeError(`"${duration}" is not a duration such as 90s, 10m, 1h30m or 3d`);
}
