import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createMutex, openClock } from '../../src/sandbox/saved-state.ts';
import { aFolder } from '../support/service/an-authority.ts';

const HOUR_MS = 3600_000;
const aheadMs = (now: Date) => now.getTime() - Date.now();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => void vi.useRealTimers();
});

test('a new clock shows the real time', async () => {
  const clock = await openClock(join(await aFolder(), 'clock.json'));
  expect(aheadMs(clock.now())).toBe(0);
});

test('an advanced clock stays ahead, also after a restart', async () => {
  const file = join(await aFolder(), 'clock.json');
  const moved = await (await openClock(file)).advance(73 * HOUR_MS);
  const later = (await openClock(file)).now();
  expect(aheadMs(later)).toBe(73 * HOUR_MS);
  expect(later).toEqual(moved);
});

test('concurrent moves add up', async () => {
  const clock = await openClock(join(await aFolder(), 'clock.json'));
  await Promise.all([1, 2, 3].map((hours) => clock.advance(hours * HOUR_MS)));
  expect(aheadMs(clock.now())).toBe(6 * HOUR_MS);
});

test('a reset clock shows the real time', async () => {
  const clock = await openClock(join(await aFolder(), 'clock.json'));
  await clock.advance(HOUR_MS);
  await clock.reset();
  expect(aheadMs(clock.now())).toBe(0);
});

test('a damaged file is an error', async () => {
  const file = join(await aFolder(), 'clock.json');
  await writeFile(file, '{"offsetMs":"soon"}');
  await expect(openClock(file)).rejects.toThrow();
});

test('tasks run one after another, in order', async () => {
  const inTurn = createMutex();
  const seen: string[] = [];
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    seen.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([inTurn(work('a', 20)), inTurn(work('b', 0))])).toEqual(['a', 'b']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a failed task rejects and does not block the next', async () => {
  const inTurn = createMutex();
  const failed = inTurn(() => Promise.reject(new Error('broken')));
  const next = inTurn(() => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
