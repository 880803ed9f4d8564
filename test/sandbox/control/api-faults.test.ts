import { expect, test } from 'vitest';
import type { SetApiFault } from '../../../src/sandbox/control/api-faults.ts';
import { createApiFaults } from '../../../src/sandbox/control/api-faults.ts';

const fault = (change: Partial<SetApiFault> = {}): SetApiFault => {
  const where = { accountId: 'acc_1', route: null };
  return { fault: 'api-server-error', times: 1, delayMs: 0, ...where, ...change };
};

const GET = { accountId: 'acc_1', method: 'GET', path: '/api/v1/documents' };
const POST = { ...GET, method: 'POST' };

test('a fault happens as often as it was set to, for its account alone', () => {
  const faults = createApiFaults();
  faults.set(fault({ times: 2 }));
  expect(faults.take({ ...GET, accountId: 'acc_2' })).toBeNull();
  const taken = [1, 2, 3].map(() => faults.take(GET)?.times);
  expect(taken).toEqual([2, 1, undefined]);
  expect(faults.list()).toEqual([]);
});

test('a permanent fault happens until it is cleared', () => {
  const faults = createApiFaults();
  faults.set(fault({ times: 'always' }));
  for (const _try of [1, 2, 3]) expect(faults.take(GET)?.fault).toBe('api-server-error');
  expect(faults.clear({ fault: 'api-server-error' })).toHaveLength(1);
  expect(faults.take(GET)).toBeNull();
});

test('a fault of a route is left for the requests that it names', () => {
  const faults = createApiFaults();
  faults.set(fault({ route: 'POST *' }));
  expect(faults.take(GET)).toBeNull();
  expect(faults.take(POST)?.route).toBe('POST *');
});

test('the same fault is replaced, and set again for another route or account', () => {
  const faults = createApiFaults();
  faults.set(fault());
  faults.set(fault({ times: 3 }));
  faults.set(fault({ route: 'POST' }));
  faults.set(fault({ accountId: 'acc_2' }));
  expect(faults.list().map(({ times }) => times)).toEqual([3, 1, 1]);
});

test('faults are cleared by account, by name, or all', () => {
  const faults = createApiFaults();
  for (const accountId of ['acc_1', 'acc_2', 'acc_3']) faults.set(fault({ accountId }));
  faults.set(fault({ fault: 'api-slow' }));
  expect(faults.clear({ accountId: 'acc_1' })).toHaveLength(2);
  expect(faults.clear({ fault: 'api-server-error', accountId: 'acc_2' })).toHaveLength(1);
  expect(faults.clear({ fault: 'api-slow' })).toEqual([]);
  expect(faults.clear()).toEqual([fault({ accountId: 'acc_3' })]);
});
