import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanOptions } from '../../../../src/cli/webhook/trigger/plan-attempts.ts';
import { MAX_SEED, planAttempts } from '../../../../src/cli/webhook/trigger/plan-attempts.ts';

const PLAIN: PlanOptions = { deliveries: 3, repeat: 1, isShuffled: false, maxWaitMs: 0, loss: 0 };

const options = fc.record({
  deliveries: fc.integer({ min: 1, max: 8 }),
  repeat: fc.integer({ min: 1, max: 5 }),
  isShuffled: fc.boolean(),
  maxWaitMs: fc.integer({ min: 0, max: 5000 }),
  loss: fc.double({ min: 0, max: 1, noNaN: true }),
});
const seeds = fc.integer({ min: 0, max: MAX_SEED });

test('without chance every delivery arrives once, in order, without a wait', () => {
  expect(planAttempts(PLAIN, 1)).toEqual(
    [0, 1, 2].map((delivery) => ({ delivery, attempt: 1, waitMs: 0, isLost: false })),
  );
});

test('a seed decides the whole plan', () => {
  fc.assert(
    fc.property(options, seeds, (given, seed) => {
      expect(planAttempts(given, seed)).toEqual(planAttempts(given, seed));
    }),
  );
});

test('a plan of one release is the plan of the next', () => {
  const given = { ...PLAIN, repeat: 2, isShuffled: true, maxWaitMs: 100, loss: 0.5 };
  const shown = planAttempts(given, 4711).map(
    ({ delivery, attempt, waitMs, isLost }) =>
      `${delivery}.${attempt} ${waitMs} ms${isLost ? ' lost' : ''}`,
  );
  expect(shown).toEqual([
    '1.1 48 ms lost',
    '0.1 56 ms lost',
    '2.1 93 ms',
    '2.2 42 ms',
    '0.2 10 ms lost',
    '0.3 84 ms',
    '1.2 65 ms lost',
    '1.3 62 ms',
    '0.4 36 ms',
    '1.4 80 ms',
    '1.5 78 ms lost',
  ]);
});

test('every delivery arrives as often as asked for, whatever gets lost', () => {
  fc.assert(
    fc.property(options, seeds, (given, seed) => {
      const plan = planAttempts(given, seed);
      for (let delivery = 0; delivery < given.deliveries; delivery += 1) {
        const own = plan.filter((one) => one.delivery === delivery);
        expect(own.filter(({ isLost }) => !isLost)).toHaveLength(given.repeat);
        expect(own.map(({ attempt }) => attempt)).toEqual(own.map((_, at) => at + 1));
        expect(own.every(({ waitMs }) => waitMs >= 0 && waitMs <= given.maxWaitMs)).toBe(true);
      }
    }),
  );
});

test('first attempts keep the order of the events unless shuffled', () => {
  fc.assert(
    fc.property(options, seeds, (given, seed) => {
      const plan = planAttempts({ ...given, isShuffled: false }, seed);
      const first = plan.filter(({ attempt }) => attempt === 1).map(({ delivery }) => delivery);
      expect(first).toEqual([...first].sort((one, other) => one - other));
    }),
  );
});

test('shuffling reaches every order of three events', () => {
  const orders = Array.from({ length: 200 }, (_, seed) =>
    planAttempts({ ...PLAIN, isShuffled: true }, seed)
      .map(({ delivery }) => delivery)
      .join(''),
  );
  expect(new Set(orders).size).toBe(6);
});
