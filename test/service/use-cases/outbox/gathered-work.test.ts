import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { GatheredWork } from '../../../../src/service/use-cases/outbox/gathered-work.ts';

/** Work whose runs the test ends one by one. */
function heldWork(isWorthIt: () => boolean = () => true) {
  const runs: (() => void)[] = [];
  const work = new GatheredWork(() => new Promise((resolve) => runs.push(resolve)), isWorthIt);
  return {
    work,
    runs,
    isRun: (count: number) => vi.waitFor(() => expect(runs).toHaveLength(count)),
  };
}

test('what is asked for many times in one turn is done once', async () => {
  const { work, runs, isRun } = heldWork();
  work.ask();
  work.ask();
  await isRun(1);
  expect(work.isAsked).toBe(false);
  runs[0]?.();
  await pause(20);
  expect(runs).toHaveLength(1);
});

test('what is asked for while it is under way is done once more, and not before it is over', async () => {
  const { work, runs, isRun } = heldWork();
  work.ask();
  await isRun(1);
  work.ask();
  work.ask();
  await pause(20);
  expect(runs).toHaveLength(1);
  expect(work.isAsked).toBe(true);
  runs[0]?.();
  await isRun(2);
  expect(work.isAsked).toBe(false);
});

test('what is not worth it yet is done a little later, or as soon as it is', async () => {
  let isWorthIt = false;
  const { work, runs, isRun } = heldWork(() => isWorthIt);
  work.ask();
  await new Promise(setImmediate);
  expect(runs).toHaveLength(0);
  await isRun(1);
  runs[0]?.();
  await new Promise(setImmediate);
  work.ask();
  isWorthIt = true;
  work.ask();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(runs).toHaveLength(2);
});

test('closing waits for what is under way, and nothing begins after it', async () => {
  const { work, runs, isRun } = heldWork();
  work.ask();
  await isRun(1);
  let isClosed = false;
  const closed = work.close().then(() => {
    isClosed = true;
  });
  work.ask();
  await pause(10);
  expect(isClosed).toBe(false);
  runs[0]?.();
  await closed;
  work.ask();
  await pause(20);
  expect(runs).toHaveLength(1);
});
