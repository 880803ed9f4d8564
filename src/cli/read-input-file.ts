import { readFile } from 'node:fs/promises';
import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';
import { readStdin } from './read-stdin.ts';

/** Reads a file, or stdin for `-`; `what` names its content. Throws a `CliError` (exit 2) when it cannot be read. */
export async function readInputFile(path: string, what: string): Promise<Buffer> {
  if (path === '-') return await readStdin(what);
  try {
    return await readFile(path);
  } catch (cause) {
    throw new CliError({
      code: 'unreadable_file',
      what: `${what} cannot be read from "${path}"`,
      why: cause instanceof Error ? cause.message : undefined,
      next: 'check the path',
      exitCode: EXIT.usage,
      cause,
    });
  }
}
