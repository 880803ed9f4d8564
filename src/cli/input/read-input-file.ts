import { readFile } from 'node:fs/promises';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { fileFault } from '../errors/file-fault.ts';
import { readStdin } from './read-stdin.ts';

/** A file that cannot be read (exit 2); `what` names its content. */
export function unreadableFile(path: string, what: string, cause: unknown): CliError {
  return new CliError({
    code: 'file_unreadable',
    what: `${what} cannot be read from "${path}"`,
    why: fileFault(cause) ?? (cause instanceof Error ? cause.message : undefined),
    exitCode: EXIT.usage,
    cause,
  });
}

/** Reads a file, or stdin for `-`; `what` names its content. Throws a `CliError` (exit 2) when it cannot be read. */
export async function readInputFile(path: string, what: string): Promise<Buffer> {
  if (path === '-') return await readStdin(what);
  try {
    return await readFile(path);
  } catch (cause) {
    throw unreadableFile(path, what, cause);
  }
}
