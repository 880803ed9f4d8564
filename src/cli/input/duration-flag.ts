import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { parseDuration } from '../terminal/times.ts';

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
