import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { LockHeld, lockFile, lockHolder } from '../../src/locks/file-lock.ts';
import type { LockOwner } from '../../src/locks/lock-owner.ts';
import { readScope, readStarted, SILENCE_MS } from '../../src/locks/lock-owner.ts';
import { makeTestFolder } from '../support/cli/run-esign.ts';
import { bundleVictim } from '../support/kills/bundle-victim.ts';

const NO_PROCESS = 4_194_304 + 1;

const freshLock = async (): Promise<string> => join(await makeTestFolder(), 'lock');

/** Writes a lock file as its owner would have left it. */
async function leave(file: string, given: Partial<LockOwner>, silentMs = 0): Promise<void> {
  const owner: LockOwner = {
    pid: process.pid,
    started: (await readStarted(process.pid)) ?? null,
    scope: await readScope(),
    command: 'esign sandbox start',
    since: '2026-11-20T12:00:00.000Z',
    ...given,
  };
  await writeFile(file, JSON.stringify(owner));
  const heartbeatAt = new Date(Date.now() - silentMs);
  await utimes(file, heartbeatAt, heartbeatAt);
}

async function isHeld(path: string): Promise<boolean> {
  try {
    await (await lockFile(path, 'test')).release();
    return false;
  } catch (error) {
    if (error instanceof LockHeld) return true;
    throw error;
  }
}

async function takenOfEight(path: string): Promise<number> {
  const tries = Array.from({ length: 8 }, () => lockFile(path, 'many'));
  const results = await Promise.allSettled(tries);
  const locks = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  for (const lock of locks) await lock.release();
  return locks.length;
}

test('a lock is held once at a time, by the same process too, and leaves nothing behind', async () => {
  const path = await freshLock();
  const lock = await lockFile(path, 'first');
  await expect(lockFile(path, 'second')).rejects.toThrow(`process ${process.pid} (first)`);
  expect(await lockHolder(path)).toMatchObject({ pid: process.pid, command: 'first' });
  await lock.release();
  expect(await lockHolder(path)).toBeUndefined();
  await (await lockFile(path, 'third')).release();
  expect(await readdir(dirname(path))).toEqual([]);
});

test('of many calls at once exactly one gets the lock, free or of a dead process', async () => {
  const path = await freshLock();
  for (let round = 0; round < 10; round += 1) {
    if (round % 2 === 1) await leave(`${path}.3`, { pid: NO_PROCESS });
    expect(await takenOfEight(path)).toBe(1);
  }
});

async function startContender(bundle: string) {
  const child = spawn(process.execPath, [bundle], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (path: string): Promise<string> => {
    child.stdin.write(`${path}\n`);
    return (await lines.next()).value;
  };
}

test('of many processes at once exactly one gets the lock, free or of a dead process', async () => {
  const bundle = await bundleVictim(new URL('contender.ts', import.meta.url));
  onTestFinished(bundle.remove);
  const starting = Array.from({ length: 6 }, () => startContender(bundle.path));
  const contenders = await Promise.all(starting);
  for (let round = 0; round < 10; round += 1) {
    const path = await freshLock();
    if (round % 2 === 1) await leave(`${path}.1`, { pid: NO_PROCESS });
    const results = await Promise.all(contenders.map((contend) => contend(path)));
    expect(results.filter((result) => result === 'taken')).toHaveLength(1);
  }
});

test('the lock of a killed process is taken over', async () => {
  const path = await freshLock();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const { pid = 0 } = child;
  await leave(`${path}.1`, { pid, started: (await readStarted(pid)) ?? null });
  expect(await isHeld(path)).toBe(true);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  expect(await isHeld(path)).toBe(false);
});

test('a lock of an earlier process with the same number is taken over', async () => {
  const path = await freshLock();
  await leave(`${path}.1`, { pid: process.ppid, started: '12' });
  expect(await isHeld(path)).toBe(false);
});

test('a live owner keeps the lock however long it is silent', async () => {
  const path = await freshLock();
  await leave(`${path}.1`, {}, 10 * SILENCE_MS);
  expect(await isHeld(path)).toBe(true);
});

test('an owner on another machine or in another container is believed while its heartbeat is recent', async () => {
  const path = await freshLock();
  await leave(`${path}.1`, { scope: 'another boot' }, SILENCE_MS / 2);
  expect(await isHeld(path)).toBe(true);
  await leave(`${path}.1`, { scope: 'another boot' }, 2 * SILENCE_MS);
  expect(await isHeld(path)).toBe(false);
});

test('a lock that cannot be read is respected while its heartbeat is recent', async () => {
  const path = await freshLock();
  await writeFile(`${path}.1`, '{"pid": 12');
  await expect(lockFile(path, 'test')).rejects.toThrow('held by another process');
  const longAgo = new Date(Date.now() - 2 * SILENCE_MS);
  await utimes(`${path}.1`, longAgo, longAgo);
  expect(await isHeld(path)).toBe(false);
});

test('the newest lock decides, and files of other names do not', async () => {
  const path = await freshLock();
  await leave(`${path}.3`, { pid: NO_PROCESS });
  await leave(`${path}.5`, { command: 'fifth' });
  await leave(`${path}.7.txt`, { command: 'not a lock' });
  await expect(lockFile(path, 'slow')).rejects.toThrow('fifth');
});
