import { expect, test } from 'vitest';
import type { LimiterClock } from '../../../../src/cli/bulk/run/adaptive-limiter.ts';
import { AdaptiveLimiter } from '../../../../src/cli/bulk/run/adaptive-limiter.ts';

/** A clock that is advanced by hand. */
function manualClock() {
  let now = 0;
  let timers: Array<{ at: number; work: () => void }> = [];
  const clock: LimiterClock = {
    now: () => now,
    after: (ms, work) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  const advance = (ms: number) => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { work } of due) work();
  };
  return { clock, advance };
}

const tooMany = { status: 429, retryAfterMs: undefined };
const good = { status: 200, retryAfterMs: undefined };

/** Acquires slots; returns the functions that free those granted so far. */
async function acquire(limiter: AdaptiveLimiter, wanted: number): Promise<Array<() => void>> {
  const releases: Array<() => void> = [];
  for (let index = 0; index < wanted; index += 1)
    limiter
      .acquire()
      .then((release) => releases.push(release))
      .catch(() => undefined);
  await new Promise(setImmediate);
  return releases;
}

test('the limit is granted at once, and another slot when one is freed', async () => {
  const limiter = new AdaptiveLimiter(3);
  const releases = await acquire(limiter, 5);
  expect(releases).toHaveLength(3);
  releases[0]?.();
  releases[0]?.();
  await new Promise(setImmediate);
  expect(releases).toHaveLength(4);
});

test('a burst of refusals halves the limit once, the next burst again, down to one', () => {
  const { clock, advance } = manualClock();
  const limiter = new AdaptiveLimiter(32, clock);
  for (let index = 0; index < 20; index += 1) limiter.observe(tooMany);
  expect(limiter.limit).toBe(16);
  for (let burst = 0; burst < 10; burst += 1) {
    advance(1_000);
    limiter.observe({ ...tooMany, status: 503 });
  }
  expect(limiter.limit).toBe(1);
});

test('each successful round raises the limit by one, up to the maximum', () => {
  const { clock } = manualClock();
  const limiter = new AdaptiveLimiter(8, clock);
  limiter.observe(tooMany);
  expect(limiter.limit).toBe(4);
  for (let index = 0; index < 5; index += 1) limiter.observe(good);
  expect(limiter.limit).toBe(5);
  for (let index = 0; index < 200; index += 1) limiter.observe(good);
  expect(limiter.limit).toBe(8);
});

test('a Retry-After pauses everybody, and the longest one counts', async () => {
  const { clock, advance } = manualClock();
  const limiter = new AdaptiveLimiter(4, clock);
  limiter.observe({ status: 429, retryAfterMs: 5_000 });
  limiter.observe({ status: 429, retryAfterMs: 2_000 });
  const releases = await acquire(limiter, 1);
  advance(4_999);
  await new Promise(setImmediate);
  expect([releases.length, limiter.pausedMs]).toEqual([0, 1]);
  advance(1);
  await new Promise(setImmediate);
  expect(releases).toHaveLength(1);
});

test('once opened, nobody waits', async () => {
  const { clock } = manualClock();
  const limiter = new AdaptiveLimiter(1, clock);
  limiter.observe({ status: 429, retryAfterMs: 60_000 });
  const releases = await acquire(limiter, 3);
  expect(releases).toHaveLength(0);
  limiter.open();
  await new Promise(setImmediate);
  expect(releases).toHaveLength(3);
});
