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
  expect(planAttempts(given, 4711)).toMatchInlineSnapshot(`
    [
      {
        "attempt": 1,
        "delivery": 1,
        "isLost": true,
        "waitMs": 48,
      },
      {
        "attempt": 1,
        "delivery": 0,
        "isLost": true,
        "waitMs": 56,
      },
      {
        "attempt": 1,
        "delivery": 2,
        "isLost": false,
        "waitMs": 93,
      },
      {
        "attempt": 2,
        "delivery": 2,
        "isLost": false,
        "waitMs": 42,
      },
      {
        "attempt": 2,
        "delivery": 0,
        "isLost": true,
        "waitMs": 10,
      },
      {
        "attempt": 3,
        "delivery": 0,
        "isLost": false,
        "waitMs": 84,
      },
      {
        "attempt": 2,
        "delivery": 1,
        "isLost": true,
        "waitMs": 65,
      },
      {
        "attempt": 3,
        "delivery": 1,
        "isLost": false,
        "waitMs": 62,
      },
      {
        "attempt": 4,
        "delivery": 0,
        "isLost": false,
        "waitMs": 36,
      },
      {
        "attempt": 4,
        "delivery": 1,
        "isLost": false,
        "waitMs": 80,
      },
      {
        "attempt": 5,
        "delivery": 1,
        "isLost": true,
        "waitMs": 78,
      },
    ]
  `);
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
