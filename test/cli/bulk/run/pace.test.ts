import { expect, test } from 'vitest';
import type { PaceClock } from '../../../../src/cli/bulk/run/pace.ts';
import { Pace } from '../../../../src/cli/bulk/run/pace.ts';

/** A clock that is moved on by hand. */
function handClock() {
  let now = 0;
  let timers: Array<{ at: number; work: () => void }> = [];
  const clock: PaceClock = {
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

/** How many of so many are let in at once. */
async function letIn(pace: Pace, wanted: number): Promise<Array<() => void>> {
  const leaves: Array<() => void> = [];
  for (let index = 0; index < wanted; index += 1)
    pace
      .enter()
      .then((leave) => leaves.push(leave))
      .catch(() => undefined);
  await new Promise(setImmediate);
  return leaves;
}

test('as many are let in as were asked for, and the next when one leaves', async () => {
  const pace = new Pace(3);
  const leaves = await letIn(pace, 5);
  expect(leaves).toHaveLength(3);
  leaves[0]?.();
  leaves[0]?.();
  await new Promise(setImmediate);
  expect(leaves).toHaveLength(4);
});

test('a burst of refusals halves the pace once, the next burst again, and one is the least', () => {
  const { clock, advance } = handClock();
  const pace = new Pace(32, clock);
  for (let index = 0; index < 20; index += 1) pace.saw(tooMany);
  expect(pace.limit).toBe(16);
  for (let burst = 0; burst < 10; burst += 1) {
    advance(1_000);
    pace.saw({ ...tooMany, status: 503 });
  }
  expect(pace.limit).toBe(1);
});

test('each round that goes well adds one, up to what was asked for', () => {
  const { clock } = handClock();
  const pace = new Pace(8, clock);
  pace.saw(tooMany);
  expect(pace.limit).toBe(4);
  for (let index = 0; index < 5; index += 1) pace.saw(good);
  expect(pace.limit).toBe(5);
  for (let index = 0; index < 200; index += 1) pace.saw(good);
  expect(pace.limit).toBe(8);
});

test('a Retry-After holds everybody back, and the longest one counts', async () => {
  const { clock, advance } = handClock();
  const pace = new Pace(4, clock);
  pace.saw({ status: 429, retryAfterMs: 5_000 });
  pace.saw({ status: 429, retryAfterMs: 2_000 });
  const leaves = await letIn(pace, 1);
  advance(4_999);
  await new Promise(setImmediate);
  expect([leaves.length, pace.heldMs]).toEqual([0, 1]);
  advance(1);
  await new Promise(setImmediate);
  expect(leaves).toHaveLength(1);
});

test('once it is open, nobody waits any more', async () => {
  const { clock } = handClock();
  const pace = new Pace(1, clock);
  pace.saw({ status: 429, retryAfterMs: 60_000 });
  const leaves = await letIn(pace, 3);
  expect(leaves).toHaveLength(0);
  pace.open();
  await new Promise(setImmediate);
  expect(leaves).toHaveLength(3);
});
