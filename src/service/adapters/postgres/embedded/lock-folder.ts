import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LockOwner } from '../../../../locks/lock-owner.ts';
import { isOwnerAlive, parseOwner, thisOwner } from '../../../../locks/lock-owner.ts';

const LOCK_FILE = /^lock\.(\d+)$/;
const BEAT_MS = 5_000;
const RELEASED = 'released\n';

/** Another process has the data folder open. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  readonly folder: string;
  /** Undefined when the lock file does not say. */
  readonly owner: LockOwner | undefined;

  constructor(folder: string, owner: LockOwner | undefined) {
    const who = owner
      ? `process ${owner.pid} (${owner.command}) since ${owner.since}`
      : 'another process';
    super(`${folder} is in use by ${who}; only one process at a time may open it.`);
    this.folder = folder;
    this.owner = owner;
  }
}

/** A folder that this process alone may open. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks a folder. Each lock is a file of its own, numbered one above the last: it is created exclusively, so that of
 * two who take over from a dead owner one gets it, and the numbers never go back, so that a slow one cannot get it
 * later. What a dead process left is taken over, whoever has its number now.
 * @throws {DataFolderInUse} naming who has it open
 */
export async function lockFolder(folder: string, command: string): Promise<FolderLock> {
  const last = await findLast(folder);
  if (last > 0) await assertFree(folder, last);
  const mine = last + 1;
  const path = lockPath(folder, mine);
  await create(folder, { path, command });
  const newest = await findLast(folder);
  const isOvertaken = newest > mine || (last > 0 && !(await exists(lockPath(folder, last))));
  if (isOvertaken) {
    await rm(path, { force: true });
    throw new DataFolderInUse(folder, await readOwner(folder, newest));
  }
  await removeOlder(folder, mine);
  return hold(path);
}

const lockPath = (folder: string, number: number): string => join(folder, `lock.${number}`);

const exists = async (path: string): Promise<boolean> =>
  await stat(path).then(
    () => true,
    () => false,
  );

async function numbersOf(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  const numbers = names.flatMap((name) => LOCK_FILE.exec(name)?.[1] ?? []).map(Number);
  return numbers.sort((a, b) => a - b);
}

const findLast = async (folder: string): Promise<number> => (await numbersOf(folder)).at(-1) ?? 0;

async function readOwner(folder: string, number: number): Promise<LockOwner | undefined> {
  return parseOwner(await readFile(lockPath(folder, number), 'utf8').catch(() => ''));
}

async function assertFree(folder: string, number: number): Promise<void> {
  const path = lockPath(folder, number);
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text === RELEASED) return;
  const owner = parseOwner(text);
  const beatAt = await stat(path).then(({ mtimeMs }) => mtimeMs, Date.now);
  if (await isOwnerAlive(owner, Date.now() - beatAt)) throw new DataFolderInUse(folder, owner);
}

async function create(
  folder: string,
  { path, command }: { path: string; command: string },
): Promise<void> {
  const owner = await thisOwner(command);
  try {
    await writeFile(path, `${JSON.stringify(owner)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isTaken) throw error;
    throw new DataFolderInUse(folder, parseOwner(await readFile(path, 'utf8').catch(() => '')));
  }
}

/** Oldest first: as long as a lock's predecessor is there, the lock itself was never removed. */
async function removeOlder(folder: string, mine: number): Promise<void> {
  for (const number of await numbersOf(folder)) {
    if (number < mine) await rm(lockPath(folder, number), { force: true });
  }
}

function hold(path: string): FolderLock {
  const beat = setInterval(() => {
    const now = new Date();
    // A missed beat is no fault of the work that goes on.
    utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  return {
    release: async () => {
      clearInterval(beat);
      await writeFile(path, RELEASED);
    },
  };
}
