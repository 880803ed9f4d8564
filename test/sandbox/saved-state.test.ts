import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openClock } from '../../src/sandbox/saved-state.ts';
import { aFolder } from '../support/an-authority.ts';

const HOUR_MS = 3600_000;
const aheadMs = (now: Date) => now.getTime() - Date.now();

test('a clock never moved tells the real time', async () => {
  const clock = await openClock(join(await aFolder(), 'clock.json'));
  expect(Math.abs(aheadMs(clock.now()))).toBeLessThan(1000);
});

test('a clock that was moved on stays ahead, also after a restart', async () => {
  const file = join(await aFolder(), 'clock.json');
  const moved = await (await openClock(file)).advance(73 * HOUR_MS);
  const later = (await openClock(file)).now();
  expect(Math.abs(aheadMs(later) - 73 * HOUR_MS)).toBeLessThan(1000);
  expect(later.getTime()).toBeGreaterThanOrEqual(moved.getTime());
});

test('moves at once add up', async () => {
  const clock = await openClock(join(await aFolder(), 'clock.json'));
  await Promise.all([1, 2, 3].map((hours) => clock.advance(hours * HOUR_MS)));
  expect(Math.abs(aheadMs(clock.now()) - 6 * HOUR_MS)).toBeLessThan(1000);
});

test('a reset clock tells the real time', async () => {
  const clock = await openClock(join(await aFolder(), 'clock.json'));
  await clock.advance(HOUR_MS);
  await clock.reset();
  expect(Math.abs(aheadMs(clock.now()))).toBeLessThan(1000);
});

test('a damaged file is not read as the real time', async () => {
  const file = join(await aFolder(), 'clock.json');
  await writeFile(file, '{"offsetMs":"soon"}');
  await expect(openClock(file)).rejects.toThrow();
});
