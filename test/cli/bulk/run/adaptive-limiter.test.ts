import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AdaptiveLimiter } from '../../../../src/cli/bulk/run/adaptive-limiter.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

const tooMany = { status: 429, retryAfterMs: undefined };
const good = { status: 200, retryAfterMs: undefined };

/** Acquires slots; returns the functions that free those granted so far. */
async function acquire(limiter: AdaptiveLimiter, wanted: number): Promise<Array<() => void>> {
  const releases: Array<() => void> = [];
  for (let index = 0; index < wanted; index += 1)
    void limiter.acquire().then((release) => releases.push(release));
  await new Promise(setImmediate);
  return releases;
}

test('the limit is granted, and another slot when one is freed', async () => {
  const limiter = new AdaptiveLimiter(3);
  const releases = await acquire(limiter, 5);
  expect(releases).toHaveLength(3);
  releases[0]?.();
  await new Promise(setImmediate);
  expect(releases).toHaveLength(4);
});

test('a burst of refusals halves the limit once, the next burst again, down to one', () => {
  const limiter = new AdaptiveLimiter(32);
  for (let index = 0; index < 20; index += 1) limiter.observe(tooMany);
  expect(limiter.limit).toBe(16);
  for (let burst = 0; burst < 10; burst += 1) {
    vi.advanceTimersByTime(1_000);
    limiter.observe({ ...tooMany, status: 503 });
  }
  expect(limiter.limit).toBe(1);
});

test('each successful round raises the limit by one, up to the maximum', () => {
  const limiter = new AdaptiveLimiter(8);
  limiter.observe(tooMany);
  expect(limiter.limit).toBe(4);
  for (let index = 0; index < 5; index += 1) limiter.observe(good);
  expect(limiter.limit).toBe(5);
  for (let index = 0; index < 200; index += 1) limiter.observe(good);
  expect(limiter.limit).toBe(8);
});

test('a Retry-After pauses everybody, and the longest one counts', async () => {
  const limiter = new AdaptiveLimiter(4);
  limiter.observe({ status: 429, retryAfterMs: 5_000 });
  limiter.observe({ status: 429, retryAfterMs: 2_000 });
  const releases = await acquire(limiter, 1);
  await vi.advanceTimersByTimeAsync(4_999);
  expect([releases.length, limiter.pausedMs]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(releases).toHaveLength(1);
});

test('once opened, nobody waits', async () => {
  const limiter = new AdaptiveLimiter(1);
  limiter.observe({ status: 429, retryAfterMs: 60_000 });
  const releases = await acquire(limiter, 3);
  expect(releases).toHaveLength(0);
  limiter.open();
  await new Promise(setImmediate);
  expect(releases).toHaveLength(3);
});
