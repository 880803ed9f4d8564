import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './error-code.ts';
import type { LockOwner } from './lock-owner.ts';
import { isOwnerAlive, parseOwner, thisOwner } from './lock-owner.ts';

const HEARTBEAT_MS = 5_000;
const BETWEEN_TRIES_MS = 20;
/** Errors of file systems without hard links. */
const NO_LINKS = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

export interface FileLock {
  release(): Promise<void>;
}

/** Another process, or this one, already holds the lock. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
  /** Undefined if the lock file cannot be read. */
  readonly owner: LockOwner | undefined;

  constructor(path: string, owner: LockOwner | undefined) {
    super(`${path} is held by ${holderText(owner)}.`);
    this.owner = owner;
  }
}

export const holderText = (owner: LockOwner | undefined): string =>
  owner ? `process ${owner.pid} (${owner.command}) since ${owner.since}` : 'another process';

interface SeenLock {
  readonly number: number;
  readonly text: string;
  readonly isAlive: boolean;
}

/** Undefined if there is no such file, empty if it cannot be read. */
const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error) => (codeOf(error) === 'ENOENT' ? undefined : ''));

async function numbersOf(path: string): Promise<number[]> {
  const start = `${basename(path)}.`;
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(start));
  const ends = names.map((name) => name.slice(start.length));
  return ends.filter((end) => /^[1-9]\d*$/.test(end)).map(Number);
}

async function newestLock(path: string): Promise<SeenLock | undefined> {
  const number = Math.max(0, ...(await numbersOf(path)));
  if (number === 0) return undefined;
  const file = `${path}.${number}`;
  const text = await textOf(file);
  // Released since it was listed.
  if (text === undefined) return newestLock(path);
  const heartbeatAt = await stat(file).then(({ mtimeMs }) => mtimeMs, Date.now);
  return { number, text, isAlive: await isOwnerAlive(parseOwner(text), Date.now() - heartbeatAt) };
}

/** Creates a file that is never seen half written, unless it exists. */
async function createWhole(file: string, text: string): Promise<boolean> {
  const temporary = `${file}.${randomUUID()}`;
  const options = { flag: 'wx', mode: 0o600 };
  try {
    await writeFile(temporary, text, options);
    await link(temporary, file).catch((error: unknown) => {
      if (!NO_LINKS.has(codeOf(error))) throw error;
      return writeFile(file, text, options);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Whether our lock is the newest, and the dead one before it is still the one we judged. */
async function isUncontested(path: string, mine: number, dead: SeenLock | undefined) {
  if (dead && (await textOf(`${path}.${dead.number}`)) !== dead.text) return false;
  return Math.max(...(await numbersOf(path))) === mine;
}

function hold(file: string): FileLock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    // A missed heartbeat must not fail the work under the lock.
    utimes(file, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release: async () => {
      clearInterval(heartbeat);
      await rm(file, { force: true });
    },
  };
}

export interface LockSeen {
  /** Undefined while the file is incomplete or damaged. */
  readonly owner: LockOwner | undefined;
  /** False if a dead process left the lock. Anyone may then take it. */
  readonly isAlive: boolean;
}

/** Undefined if there is no lock. Throws file system errors. */
export async function readLock(path: string): Promise<LockSeen | undefined> {
  const newest = await newestLock(path);
  return newest && { owner: parseOwner(newest.text), isAlive: newest.isAlive };
}

export async function lockHolder(path: string): Promise<LockOwner | undefined> {
  const lock = await readLock(path);
  return lock?.isAlive ? lock.owner : undefined;
}

async function tryLock(path: string, text: string): Promise<FileLock | undefined> {
  const last = await newestLock(path);
  if (last?.isAlive) throw new LockHeld(path, parseOwner(last.text));
  const mine = (last?.number ?? 0) + 1;
  const file = `${path}.${mine}`;
  if (!(await createWhole(file, text))) return undefined;
  if (!(await isUncontested(path, mine, last))) {
    await rm(file, { force: true });
    return undefined;
  }
  const older = (await numbersOf(path)).filter((number) => number < mine);
  for (const number of older) await rm(`${path}.${number}`, { force: true });
  return hold(file);
}

/**
 * Takes the lock at `path`. Each holder creates its own file, `PATH.1` or the number after a dead
 * holder's, so only one contender succeeds. `command` tells others who holds it. Throws LockHeld.
 */
export async function lockFile(path: string, command: string): Promise<FileLock> {
  const text = `${JSON.stringify(await thisOwner(command))}\n`;
  for (;;) {
    const lock = await tryLock(path, text);
    if (lock) return lock;
  }
}

/** As `lockFile`, but waits up to `ms` milliseconds for its turn. Throws LockHeld after that. */
export async function waitForLock(path: string, command: string, ms: number): Promise<FileLock> {
  const until = performance.now() + ms;
  for (;;) {
    try {
      return await lockFile(path, command);
    } catch (error) {
      if (!(error instanceof LockHeld) || performance.now() > until) throw error;
      await sleep(BETWEEN_TRIES_MS);
    }
  }
}
