import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SaveFileError } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { fileFault } from '../errors/file-fault.ts';

const PACKAGE = '@electric-sql/pglite';

/** Names the release to install; returns other errors unchanged. `root` is the package's folder. */
export async function databaseMissing(error: unknown, root: string): Promise<unknown> {
  if (!(error instanceof Error) || error.name !== 'DatabaseMissing') return error;
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return new CliError({
    code: 'database_missing',
    what: `the sandbox needs ${PACKAGE}, its database, which is not installed`,
    why: 'it is an optional dependency; npm leaves those out with --omit=optional, or if their download fails',
    next: `npm install ${PACKAGE}@${manifest.optionalDependencies[PACKAGE]}, with --global if esign is installed globally`,
    exitCode: EXIT.usage,
    cause: error,
  });
}

export function snapshotError(error: unknown): unknown {
  if (error instanceof SaveFileError) {
    const exists = error.reason === 'exists';
    return new CliError({
      code: `file_${error.reason}`,
      what: error.message,
      why: fileFault(error.cause),
      next: exists ? 'pass --force to overwrite it, or name another file' : 'name another file',
      exitCode: EXIT.usage,
      cause: error,
    });
  }
  if (!(error instanceof Error) || error.name !== 'DataFolderInUse') return error;
  const pid = 'pid' in error ? error.pid : undefined;
  const what = error.message.replace(/\.$/, '');
  const next = pid === undefined ? 'stop it with Ctrl-C' : `kill ${pid}`;
  const code = 'data_folder_in_use';
  return new CliError({ code, what, next, exitCode: EXIT.usage, cause: error });
}
