import { expect, test } from 'vitest';
import type { SetFault } from '../../../src/sandbox/authority/faults.ts';
import { createFaults } from '../../../src/sandbox/authority/faults.ts';

const fault = (change: Partial<SetFault> = {}): SetFault => {
  return { fault: 'wrong-hash', times: 1, delayMs: 0, ...change };
};

const namesIn = (list: readonly SetFault[]) => list.map((one) => one.fault);

test('a fault happens as often as it was set to', () => {
  const faults = createFaults();
  faults.set(fault({ times: 2 }));
  const taken = [1, 2, 3].map(() => faults.take('answer')?.fault);
  expect(taken).toEqual(['wrong-hash', 'wrong-hash', undefined]);
  expect(faults.list()).toEqual([]);
});

test('a permanent fault happens until it is cleared', () => {
  const faults = createFaults();
  faults.set(fault({ times: 'always' }));
  for (const _try of [1, 2, 3]) expect(faults.take('answer')?.fault).toBe('wrong-hash');
  faults.clear('wrong-hash');
  expect(faults.take('answer')).toBeNull();
});

test('faults happen in the order they were set; setting one again moves it to the end', () => {
  const faults = createFaults();
  faults.set(fault());
  faults.set(fault({ fault: 'slow' }));
  faults.set(fault({ times: 3 }));
  expect(namesIn(faults.list())).toEqual(['slow', 'wrong-hash']);
  expect(faults.take('answer')?.fault).toBe('slow');
  expect(faults.list()).toEqual([fault({ times: 3 })]);
});

test('an authority that is down refuses requests without using up other faults', () => {
  const faults = createFaults();
  faults.set(fault({ fault: 'down' }));
  expect(faults.take('answer')).toBeNull();
  expect(faults.take('request')?.fault).toBe('down');
  expect(faults.take('request')).toBeNull();
});

test('clearing without a name clears all', () => {
  const faults = createFaults();
  faults.set(fault());
  faults.set(fault({ fault: 'down' }));
  faults.clear();
  expect(faults.list()).toEqual([]);
});
