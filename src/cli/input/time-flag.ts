import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { harmless } from '../terminal/harmless.ts';
import { parseDuration } from '../terminal/times.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/i;
const UNIT_AT_END = /[a-z]$/;

/** Local midnight `daysLater` days after a day; undefined for an invalid date. */
function midnight(text: string, daysLater: number): Date | undefined {
  const [, year, month, day] = (DAY.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const isDay = new Date(year, month - 1, day).getDate() === day && month >= 1 && month <= 12;
  return isDay ? new Date(year, month - 1, day + daysLater) : undefined;
}

/**
 * Parses `30d` (that long ago), a local day such as `2026-11-01` (its start, or its end with
 * `isEnd`) or an ISO 8601 time. Throws a `CliError` (exit 2).
 */
export function readTime(text: string, { now = Date.now(), isEnd = false } = {}): Date {
  const duration = UNIT_AT_END.test(text) ? parseDuration(text) : undefined;
  const moment = MOMENT.test(text) ? new Date(text) : undefined;
  const before = duration === undefined ? undefined : new Date(now - duration);
  const time = before ?? moment ?? midnight(text, isEnd ? 1 : 0);
  if (time && !Number.isNaN(time.getTime())) return time;
  throw new CliError({
    code: 'invalid_time',
    what: `"${harmless(text)}" is not a time such as 30d, 2026-11-01 or 2026-11-01T12:00Z`,
    exitCode: EXIT.usage,
  });
}

export const sinceFlag = Flags.custom<Date>({
  helpValue: 'TIME',
  parse: async (text) => readTime(text),
});

export const untilFlag = Flags.custom<Date>({
  helpValue: 'TIME',
  parse: async (text) => readTime(text, { isEnd: true }),
});

/** Returns milliseconds. Throws a `CliError` (exit 2) unless the duration is positive. */
export function readDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return ms;
  throw new CliError({
    code: 'invalid_duration',
    what: `"${text}" is not a duration such as 90s, 10m, 1h30m or 3d`,
    exitCode: EXIT.usage,
  });
}

/** A duration such as `90s`, `10m` or `3d`, in milliseconds. */
export const durationFlag = Flags.custom<number>({
  helpValue: 'DURATION',
  parse: async (text) => readDuration(text),
});
