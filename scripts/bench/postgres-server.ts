import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';

/** A PostgreSQL server of its own, or the one that ESIGN_TEST_POSTGRES names. */
export interface BenchPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

async function findBinaries(): Promise<string | undefined> {
  const versions = await readdir(VERSIONS).catch(() => []);
  const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
  return newest && join(VERSIONS, newest, 'bin');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      server.close(() => resolve(port));
    });
  });
}

/** The server refuses to run as root: it then runs as the user that its package made. */
async function asPostgres(command: string): Promise<void> {
  if (process.getuid?.() === 0) await run('su', ['postgres', '-c', command]);
  else await run('sh', ['-c', command]);
}

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-pg-'));
  if (process.getuid?.() !== 0) return folder;
  const { stdout } = await run('id', ['-u', 'postgres']);
  await chown(folder, Number(stdout), -1);
  return folder;
}

/** Starts a server with the settings that a package gives it; undefined where none is installed. */
export async function startPostgres(): Promise<BenchPostgres | undefined> {
  const given = process.env.ESIGN_TEST_POSTGRES;
  if (given) return { url: given, stop: async () => undefined };
  const bin = await findBinaries();
  if (!bin) return undefined;
  const folder = await ownFolder();
  const port = await freePort();
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  await asPostgres(`${bin}/initdb -D ${folder}/data -A trust -U postgres >/dev/null`);
  await asPostgres(
    `${bin}/pg_ctl -w -D ${folder}/data -l ${folder}/log -o '${options}' start >/dev/null`,
  );
  const stop = async () => {
    await asPostgres(`${bin}/pg_ctl -D ${folder}/data -m immediate stop >/dev/null`);
    await rm(folder, { recursive: true, force: true });
  };
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}
