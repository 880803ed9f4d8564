import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** Time limit of a check, in milliseconds. */
export const LIMIT_MS = 5_000;

export function tooSlow(what: string, next = 'check the network, then run the command again') {
  return new CliError({
    code: 'too_slow',
    what: `${what} took longer than 5 s`,
    next,
    exitCode: EXIT.unreachable,
  });
}

/** Throws a `CliError` when the work takes too long. */
export async function inTime<T>(what: string, work: Promise<T>, next?: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(what, next)), LIMIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
