import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSweeps } from '../../../../src/service/core/retention/run-retention.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { beginOk } from '../../../support/service/signing-world.ts';
import { aSigner } from '../signing/one-signature.ts';

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

const world = await makeSigningWorld();

/** A file that nothing refers to, a year old. */
async function leave(name: string): Promise<string> {
  const { files } = world.deps;
  const key = `documents/6f1c1f3e-0000-4000-8000-000000000000/${name}.pdf`;
  await files.write(key, Buffer.from('left'));
  const before = new Date(Date.now() - YEAR_MS);
  await utimes(join(world.filesFolder, key), before, before);
  return key;
}

const isThere = (key: string) =>
  world.deps.files.read(key).then(
    () => true,
    () => false,
  );

/** Moves the service's clock on, and real time to the next look at it. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
}

test('it sweeps when it starts and every 6 hours, and no more once it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const errors: unknown[] = [];
  const first = await leave('first');
  const { documentId, signerId } = await aSigner(world);
  await beginOk(world.deps, signerId);
  const sweeps = startSweeps({ ...world.deps, onError: (error) => errors.push(error) });
  await expect.poll(() => isThere(first)).toBe(false);

  const second = await leave('second');
  await pass(358 * MINUTE_MS);
  expect(await world.deps.store.findLiveAttempt(documentId)).toBeDefined();
  expect(await isThere(second)).toBe(true);
  await pass(2 * MINUTE_MS);
  await expect.poll(() => isThere(second)).toBe(false);
  expect(await world.deps.store.findLiveAttempt(documentId)).toBeUndefined();

  await sweeps.close();
  const third = await leave('third');
  await pass(720 * MINUTE_MS);
  expect(await isThere(third)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  expect(errors).toEqual([]);
});

test('a sweep that fails is reported, and the next one follows', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const left = await leave('left');
  const errors: unknown[] = [];
  const listLapsed = vi.fn(world.deps.store.listLapsed).mockRejectedValueOnce(new Error('stuck'));
  const store = { ...world.deps.store, listLapsed };
  const sweeps = startSweeps({ ...world.deps, store, onError: (error) => errors.push(error) });
  onTestFinished(() => sweeps.close());
  await expect.poll(() => errors).toMatchObject([{ message: 'stuck' }]);
  expect(await isThere(left)).toBe(true);
  await pass(361 * MINUTE_MS);
  await expect.poll(() => isThere(left)).toBe(false);
});
