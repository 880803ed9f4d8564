import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { parseDuration } from '../terminal/times.ts';

/** Reads a duration in milliseconds. Throws a `CliError` (exit 2) for what is none, or no time at all. */
export function readDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return ms;
  throw new CliError({
    code: 'invalid_duration',
    what: `"${text}" is no duration such as 90s, 10m, 1h30m or 3d`,
    exitCode: EXIT.usage,
  });
}

/** A flag that takes a duration such as `90s`, `10m` or `3d`; its value is in milliseconds. */
export const durationFlag = Flags.custom<number>({
  helpValue: 'DURATION',
  parse: async (text) => readDuration(text),
});
