import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeTestFolder } from '../support/cli/run-esign.ts';
import type { ServeWorld } from '../support/deployment/serve-world.ts';

const run = promisify(execFile);
const BIN = '/usr/lib/postgresql/15/bin';

/** Backs up a deployment in the order of docs/operating.md, while it serves. */
export async function backUp({ databaseUrl, config }: ServeWorld) {
  const folder = await makeTestFolder();
  const [dump, copy] = [join(folder, 'esign.dump'), join(folder, 'files')];
  const files = join(dirname(config), '../files');
  await run(join(BIN, 'pg_dump'), ['--format=custom', `--file=${dump}`, databaseUrl]);
  await cp(files, copy, { recursive: true });
  return {
    /** Puts the backup in the place of everything that came after it. Nothing may be connected. */
    async restore(): Promise<void> {
      await rm(files, { recursive: true });
      await cp(copy, files, { recursive: true });
      const server = new URL(databaseUrl);
      server.pathname = '/postgres';
      const whole = ['--clean', '--create', `--dbname=${server.href}`, dump];
      await run(join(BIN, 'pg_restore'), whole);
    },
  };
}
