import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** Throws a `CliError` (exit 2). */
export function readCredits(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new CliError({
    code: 'invalid_argument',
    what: `"${text}" is not a number of credits: it must be a whole number from 1 to 1000000`,
    exitCode: EXIT.usage,
  });
}
