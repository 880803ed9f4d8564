import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LockOwner } from '../../../../../src/locks/lock-owner.ts';
import { readScope, readStarted, SILENCE_MS } from '../../../../../src/locks/lock-owner.ts';
import {
  DataFolderInUse,
  lockFolder,
} from '../../../../../src/service/adapters/postgres/embedded/lock-folder.ts';
import { temporaryFolder } from '../../../../support/database.ts';

const NO_PROCESS = 4_194_304 + 1;

async function freshFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

async function lockAs(folder: string, given: Partial<LockOwner>, silentMs = 0): Promise<void> {
  const owner: LockOwner = {
    pid: process.pid,
    started: (await readStarted(process.pid)) ?? null,
    scope: await readScope(),
    command: 'esign sandbox start',
    since: '2026-11-20T12:00:00.000Z',
    ...given,
  };
  const path = join(folder, 'lock.3');
  await writeFile(path, JSON.stringify(owner));
  const beatAt = new Date(Date.now() - silentMs);
  await utimes(path, beatAt, beatAt);
}

async function isTaken(folder: string): Promise<boolean> {
  try {
    await (await lockFolder(folder, 'test')).release();
    return false;
  } catch (error) {
    if (error instanceof DataFolderInUse) return true;
    throw error;
  }
}

test('a folder is locked once at a time, by the same process too', async () => {
  const folder = await freshFolder();
  const lock = await lockFolder(folder, 'first');
  await expect(lockFolder(folder, 'second')).rejects.toThrow(`process ${process.pid} (first)`);
  await lock.release();
  const again = await lockFolder(folder, 'third');
  await again.release();
  expect(await readdir(folder)).toEqual(['lock.2']);
});

test('of many that start at once one gets the folder', async () => {
  const folder = await freshFolder();
  for (let round = 0; round < 20; round += 1) {
    const tries = Array.from({ length: 8 }, () => lockFolder(folder, 'many'));
    const results = await Promise.allSettled(tries);
    const locks = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    expect(locks).toHaveLength(1);
    await locks[0]?.release();
    if (round % 2 === 0) await lockAsDead(folder);
  }
});

/** As after kill -9. */
async function lockAsDead(folder: string): Promise<void> {
  const [name = ''] = (await readdir(folder)).filter((file) => file.startsWith('lock.'));
  const dead = { pid: NO_PROCESS, started: '1', scope: await readScope(), command: '', since: '' };
  await writeFile(join(folder, name), JSON.stringify(dead));
}

test('the lock of a dead process is taken over by one of many', async () => {
  const folder = await freshFolder();
  await lockAs(folder, { pid: NO_PROCESS });
  const tries = Array.from({ length: 8 }, () => lockFolder(folder, 'many'));
  const results = await Promise.allSettled(tries);
  const locks = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  expect(locks).toHaveLength(1);
  await locks[0]?.release();
});

test('the number of a dead process, when another has it, does not lock for ever', async () => {
  const folder = await freshFolder();
  await lockAs(folder, { pid: process.ppid, started: '12' });
  expect(await isTaken(folder)).toBe(false);
});

test('an owner that is alive keeps the folder however long it is silent', async () => {
  const folder = await freshFolder();
  await lockAs(folder, {}, 10 * SILENCE_MS);
  expect(await isTaken(folder)).toBe(true);
});

test('an owner on another machine or in another container is believed while it gives signs of life', async () => {
  const folder = await freshFolder();
  await lockAs(folder, { scope: 'another boot' }, SILENCE_MS / 2);
  expect(await isTaken(folder)).toBe(true);
  await lockAs(folder, { scope: 'another boot' }, 2 * SILENCE_MS);
  expect(await isTaken(folder)).toBe(false);
});

test('a lock that is being written is respected, one left half written is not', async () => {
  const folder = await freshFolder();
  const path = join(folder, 'lock.1');
  await writeFile(path, '{"pid": 12');
  await expect(lockFolder(folder, 'test')).rejects.toThrow('in use by another process');
  const long = new Date(Date.now() - 2 * SILENCE_MS);
  await utimes(path, long, long);
  expect(await isTaken(folder)).toBe(false);
});

test('the newest lock decides, whatever is left of older ones', async () => {
  const folder = await freshFolder();
  await lockAs(folder, { pid: NO_PROCESS });
  const owner = { pid: process.pid, started: await readStarted(process.pid), command: 'fifth' };
  const newest = { ...owner, scope: await readScope(), since: 'now' };
  await writeFile(join(folder, 'lock.5'), JSON.stringify(newest));
  await expect(lockFolder(folder, 'slow')).rejects.toThrow('fifth');
});
