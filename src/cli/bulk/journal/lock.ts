import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { LockOwner } from '../../../locks/lock-owner.ts';
import { isOwnerAlive, parseOwner, thisOwner } from '../../../locks/lock-owner.ts';
import { CliError } from '../../errors/cli-error.ts';
import { codeOf } from '../../errors/code-of.ts';
import { EXIT } from '../../errors/exit-codes.ts';

const BEAT_MS = 5_000;

/** A file that this process alone may write. */
export interface FileLock {
  release(): Promise<void>;
}

/** Who has a file locked now; undefined when nobody alive has. */
export async function lockHolder(path: string): Promise<LockOwner | undefined> {
  const last = await lastLock(path);
  return last?.isAlive ? parseOwner(last.text) : undefined;
}

interface SeenLock {
  readonly number: number;
  readonly text: string;
  readonly isAlive: boolean;
}

const lockFile = (path: string, number: number): string => `${path}.lock.${number}`;

async function lockNumbers(path: string): Promise<number[]> {
  const start = `${basename(path)}.lock.`;
  const names = await readdir(dirname(path));
  const ends = names
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length));
  return ends.filter((end) => /^[1-9]\d*$/.test(end)).map(Number);
}

const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(() => undefined);

async function lastLock(path: string): Promise<SeenLock | undefined> {
  const number = Math.max(0, ...(await lockNumbers(path)));
  if (number === 0) return undefined;
  const file = lockFile(path, number);
  const text = (await textOf(file)) ?? '';
  const beatAt = await stat(file).then(({ mtimeMs }) => mtimeMs, Date.now);
  return { number, text, isAlive: await isOwnerAlive(parseOwner(text), Date.now() - beatAt) };
}

function inUse(path: string, text: string | undefined): CliError {
  const owner = parseOwner(text ?? '');
  const who = owner ? `process ${owner.pid} since ${owner.since}` : 'another process';
  return new CliError({
    code: 'journal_in_use',
    what: `the journal "${path}" is being written by ${who}`,
    why: 'two runs over one journal would send documents twice',
    next: 'wait until it has ended; "esign bulk status" shows how far it is',
    exitCode: EXIT.usage,
  });
}

/**
 * Locks a file that is to be written. Each lock is a file of its own, one number above that of a dead owner: it is made
 * exclusively, so that of two who take over one gets it; and whoever got it looks once more whether what it took over is
 * still there as it was judged, so that nobody slow takes over from an owner who came in between. Throws a `CliError`
 * (exit 2) that names who has it.
 */
export async function lockForWriting(path: string): Promise<FileLock> {
  const last = await lastLock(path);
  if (last?.isAlive) throw inUse(path, last.text);
  const mine = (last?.number ?? 0) + 1;
  const file = lockFile(path, mine);
  await create(path, file);
  const isSame = !last || (await textOf(lockFile(path, last.number))) === last.text;
  const newest = Math.max(...(await lockNumbers(path)));
  if (newest > mine || !isSame) {
    await rm(file, { force: true });
    throw inUse(path, await textOf(lockFile(path, newest)));
  }
  for (const number of await lockNumbers(path))
    if (number < mine) await rm(lockFile(path, number), { force: true });
  return hold(file);
}

/** File systems without hard links: the file is then seen empty for a moment, which counts as alive. */
const NO_LINKS = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Makes the lock file with all its text at once, unless there is one. */
async function create(path: string, file: string): Promise<void> {
  const text = `${JSON.stringify(await thisOwner('esign bulk'))}\n`;
  const beside = `${file}.${randomUUID()}`;
  try {
    await writeFile(beside, text, { flag: 'wx', mode: 0o600 });
    await link(beside, file).catch((error: unknown) => {
      if (!NO_LINKS.has(codeOf(error))) throw error;
      return writeFile(file, text, { flag: 'wx', mode: 0o600 });
    });
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? inUse(path, await textOf(file)) : error;
  } finally {
    await rm(beside, { force: true });
  }
}

function hold(file: string): FileLock {
  const beat = setInterval(() => {
    const now = new Date();
    // A missed beat is no fault of the work that goes on
    utimes(file, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  return {
    release: async () => {
      clearInterval(beat);
      await rm(file, { force: true });
    },
  };
}
