import { expect, test } from 'vitest';
import {
  backlogGauge,
  MOST_WAITING,
} from '../../../../../src/service/adapters/postgres/outbox/backlog-gauge.ts';

/** How many events pass between two counts when so many wait at the first. */
function passedAfter(waiting: number): number {
  const gauge = backlogGauge();
  gauge.note('acc', waiting);
  let passed = 0;
  while (gauge.takeRoom('acc')) passed += 1;
  return passed;
}

test('nothing passes before anything was counted, and each account is counted by itself', () => {
  const gauge = backlogGauge();
  expect(gauge.takeRoom('acc')).toBe(false);
  gauge.note('acc', 0);
  expect(gauge.takeRoom('acc')).toBe(true);
  expect(gauge.takeRoom('other')).toBe(false);
});

test('a sixteenth of the room passes uncounted, and near the limit every event is counted', () => {
  expect([0, 8000, MOST_WAITING - 16, MOST_WAITING - 15, MOST_WAITING].map(passedAfter)).toEqual([
    625, 125, 1, 0, 0,
  ]);
});

test('one process alone fills an endpoint to the limit and not beyond', () => {
  const gauge = backlogGauge();
  let waiting = 0;
  for (let event = 0; event < 2 * MOST_WAITING; event += 1) {
    const isCounted = !gauge.takeRoom('acc');
    if (isCounted) gauge.note('acc', waiting);
    if (!isCounted || waiting < MOST_WAITING) waiting += 1;
  }
  expect(waiting).toBe(MOST_WAITING);
});
