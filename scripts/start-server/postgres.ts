import type { SpawnOptions } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

const BIN = '/usr/lib/postgresql/15/bin';

/** A PostgreSQL server on loopback, with its data in a folder. */
export interface Postgres {
  readonly url: string;
  close(): Promise<void>;
}

/** PostgreSQL refuses to run as root: it then runs as the user that its package made. */
function ownerOf(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Starts PostgreSQL 15 of Debian's package, with a library; the first time makes its data. */
export async function startPostgres(folder: string, library = ''): Promise<Postgres> {
  if (!existsSync(BIN)) throw new Error(`${BIN} is missing. Type: apt-get install postgresql-15`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const owner = ownerOf();
  if (owner.uid !== undefined && owner.gid !== undefined) {
    await chown(folder, owner.uid, owner.gid);
  }
  const data = join(folder, 'data');
  const run = async (program: string, args: readonly string[]) => {
    const options: SpawnOptions = { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
    const child = spawn(join(BIN, program), args, options);
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${program} ended with ${code}`);
  };
  if (!existsSync(data)) await run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres']);
  const port = await freePort();
  const place = `-p ${port} -c unix_socket_directories= -c listen_addresses=127.0.0.1`;
  const options = `${place} -c shared_preload_libraries=${library}`;
  const control = ['-w', '-D', data];
  await run('pg_ctl', [...control, '-l', join(folder, 'log'), '-o', options, 'start']);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    close: () => run('pg_ctl', [...control, '-m', 'fast', 'stop']),
  };
}
