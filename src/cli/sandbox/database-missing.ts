import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

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
