import { describe, expect, test } from 'vitest';
import type { SetFault } from '../../src/sandbox/faults.ts';
import { createFaults, parseRoute } from '../../src/sandbox/faults.ts';

const fault = (change: Partial<SetFault> = {}): SetFault => {
  return { fault: 'wrong-hash', times: 1, delayMs: 0, ...change };
};

const apiFault = (change: Partial<SetFault> = {}): SetFault =>
  fault({ fault: 'api-server-error', accountId: 'acc_1', ...change });

const GET = { accountId: 'acc_1', method: 'GET', path: '/api/v1/documents' };
const SEND = { accountId: 'acc_1', method: 'POST', path: '/api/v1/documents/4db7a029/send' };

const faultsWith = (...set: readonly SetFault[]) => {
  const faults = createFaults();
  for (const one of set) faults.set(one);
  return faults;
};

test.each([
  [fault(), 'answer'],
  [apiFault(), GET],
] as const)('%j happens as often as it was set to, or until it is cleared', (one, at) => {
  const faults = faultsWith({ ...one, times: 2 });
  expect([1, 2, 3].map(() => faults.take(at)?.times)).toEqual([2, 1, undefined]);
  expect(faults.list()).toEqual([]);
  faults.set({ ...one, times: 'always' });
  expect([1, 2, 3].map(() => faults.take(at)?.fault)).toEqual(Array(3).fill(one.fault));
  expect(faults.clear()).toHaveLength(1);
  expect(faults.take(at)).toBeNull();
});

test('faults happen in the order they were set; setting one again moves it to the end', () => {
  const faults = faultsWith(fault(), fault({ fault: 'slow' }), fault({ times: 3 }));
  expect(faults.list().map((one) => one.fault)).toEqual(['slow', 'wrong-hash']);
  expect(faults.take('answer')?.fault).toBe('slow');
  expect(faults.list()).toEqual([fault({ times: 3 })]);
});

test('each fault is left for its moment, its account and its route', () => {
  const down = fault({ fault: 'down' });
  const faults = faultsWith(down, apiFault({ route: 'POST *' }));
  expect([faults.take('answer'), faults.take(GET)]).toEqual([null, null]);
  expect(faults.take({ ...SEND, accountId: 'acc_2' })).toBeNull();
  expect(faults.take(SEND)?.route).toBe('POST *');
  expect(faults.take('request')).toEqual(down);
  expect(faults.take('request')).toBeNull();
});

test('the same fault is replaced, and set again for another route or account', () => {
  const other = apiFault({ accountId: 'acc_2' });
  const faults = faultsWith(apiFault(), apiFault({ times: 3 }), apiFault({ route: 'POST' }), other);
  expect(faults.list().map(({ times }) => times)).toEqual([3, 1, 1]);
});

test('only faults that match are cleared', () => {
  const faults = faultsWith(fault(), apiFault());
  expect(faults.clear(({ accountId }) => accountId === 'acc_1')).toEqual([apiFault()]);
  expect(faults.clear()).toEqual([fault()]);
});

describe('a route', () => {
  test.each([
    'POST */send',
    'POST',
    '*/send',
    '*',
    '/api/v1/documents/*/send',
    '/api/v1/*',
    'POST *',
  ])('%s means a send', (text) => {
    expect(parseRoute(text)?.matches(SEND)).toBe(true);
  });

  test.each(['GET */send', 'GET', '/send', '*/sen.', '*/signers', '/api/v1/documents', '*/sen'])(
    '%s does not mean a send',
    (text) => {
      expect(parseRoute(text)?.matches(SEND)).toBe(false);
    },
  );

  test.each(['', ' ', 'post */send', 'POST send', 'POST */send */sign', 'send', '[/send'])(
    '"%s" is no pattern',
    (text) => {
      expect(parseRoute(text)).toBeUndefined();
    },
  );
});
