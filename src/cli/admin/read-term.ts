import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { harmless } from '../terminal/harmless.ts';

/** Rounded up, so that no term is shorter than its calendar years. */
const YEAR_DAYS = 365.25;

/** Parses `3y`, `90d` or `forever` into days; null is forever. Throws a `CliError` (exit 2). */
export function readTerm(text: string): number | null {
  if (text === 'forever') return null;
  const [, count, unit] = /^([1-9]\d{0,4})([dy])$/.exec(text) ?? [];
  if (count !== undefined) return Math.ceil(Number(count) * (unit === 'y' ? YEAR_DAYS : 1));
  throw new CliError({
    code: 'invalid_duration',
    what: `"${harmless(text)}" is not a term such as 90d, 3y or forever`,
    exitCode: EXIT.usage,
  });
}

/** A retention period in days; null is forever. */
export const termFlag = Flags.custom<number | null>({
  helpValue: 'TERM',
  parse: async (text) => readTerm(text),
});
