import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastingPort } from '../network/lasting-port.ts';
import { removeFolder } from '../remove-folder.ts';

const BIN = '/usr/lib/postgresql/15/bin';

/** PostgreSQL and its poolers refuse to run as root. */
function asPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: id('-u'), gid: id('-g') };
}

const owner = asPostgres();

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** A PostgreSQL server of a test's own, which can be restarted. */
export interface OwnPostgres {
  /** As a superuser. */
  readonly url: string;
  /** Stops it, open connections and all; `start` starts it again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server in a folder of its own. */
export async function openOwnPostgres(): Promise<OwnPostgres> {
  const folder = await ownFolder();
  const port = await lastingPort();
  const data = join(folder, 'data');
  const run = async (program: string, args: readonly string[]): Promise<void> => {
    const child = spawn(join(BIN, program), args, { ...owner, cwd: folder, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${program} ended with ${code}.`);
  };
  await run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync']);
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const control = (...args: readonly string[]) => run('pg_ctl', ['-w', '-D', data, ...args]);
  const start = () => control('-l', join(folder, 'log'), '-o', options, 'start');
  const stop = () => control('-m', 'fast', 'stop');
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    close: async () => {
      await control('-m', 'immediate', 'stop').catch(() => undefined);
      await removeFolder(folder);
    },
  };
}

/** pgbouncer before a server. */
export interface Pooler {
  readonly url: string;
  close(): Promise<void>;
}

async function listens(child: ChildProcess): Promise<void> {
  for await (const chunk of child.stderr ?? []) if (String(chunk).includes('process up')) return;
  throw new Error('pgbouncer did not start.');
}

/** Starts pgbouncer before the database of a URL; `wishes` are lines of its configuration. */
export async function openPgbouncer(database: string, wishes: readonly string[]): Promise<Pooler> {
  const { hostname, port, pathname, username } = new URL(database);
  const folder = await ownFolder();
  const own = await lastingPort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    `listen_port = ${own}`,
    'listen_addr = 127.0.0.1',
    'unix_socket_dir =',
    'auth_type = any',
    ...wishes,
  ];
  await writeFile(file, lines.join('\n'));
  const child = spawn('/usr/sbin/pgbouncer', [file], {
    ...owner,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await listens(child);
  child.stderr?.resume();
  return {
    url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    close: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await removeFolder(folder);
    },
  };
}
