import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logOnceAMinute } from '../../../../src/service/web/kit/once-a-minute.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;

function aLog() {
  const lines: unknown[] = [];
  const note = (...line: unknown[]) => void lines.push(line);
  return { lines, logFailure: logOnceAMinute({ error: note }) };
}

test('equal failures are one line, then one line a minute with their count', () => {
  const { lines, logFailure } = aLog();
  const down = () => new Error('The database is not available.');
  for (let second = 0; second < 90; second += 1) {
    logFailure(down(), 'outbox failed');
    vi.advanceTimersByTime(1000);
  }
  const again = { error: 'Error: The database is not available.', times: 59 };
  expect(lines).toEqual([
    [{ err: expect.any(Error) }, 'outbox failed'],
    [again, 'outbox failed, again'],
  ]);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(lines.at(-1)).toEqual([{ ...again, times: 30 }, 'outbox failed, again']);
});

test('another failure is told at once, and so is an old one after a minute without it', () => {
  const { lines, logFailure } = aLog();
  logFailure(new Error('one'), 'outbox failed');
  logFailure(new Error('two'), 'outbox failed');
  logFailure(new Error('one'), 'sweeping failed');
  expect(lines).toHaveLength(3);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(lines).toHaveLength(3);
  logFailure(new Error('one'), 'outbox failed');
  expect(lines).toHaveLength(4);
  expect(vi.getTimerCount()).toBe(1);
});

test('thousands of different failures take no more than a hundred timers', () => {
  const { lines, logFailure } = aLog();
  for (let one = 0; one < 1000; one += 1) logFailure(new Error(String(one)), 'request failed');
  expect(lines).toHaveLength(1000);
  expect(vi.getTimerCount()).toBe(100);
});
