import { expect, test } from 'vitest';
import { inWords } from '../../../../src/service/operations/health/dependency-health.ts';
import {
  AUTHORITY_FAULTS,
  workFaults,
} from '../../../../src/service/operations/health/work-faults.rules.ts';
import { METRICS } from '../../../../src/service/operations/serve/metrics-table.ts';

const attempts = (state: string, reason: string | null, count: number, latest: number) => ({
  gateway: 'protean',
  state,
  reason,
  count,
  latest,
});
const about = { dependency: 'authority', name: 'protean' };

test.each([
  ['wrong hashes', [attempts('failed', 'hash_mismatch', 3, 9), attempts('embedded', null, 5, 5)]],
  ['garbage', [attempts('failed', 'malformed', 2, 9), attempts('failed', 'clock', 1, 8)]],
])('an authority that answers %s fails', (_what, given) => {
  const [fault] = workFaults({ attempts: given, outbox: [] });
  expect(fault).toMatchObject({ about, reason: expect.stringContaining('3 attempts to sign') });
});

test.each([
  ['signers decline', [attempts('failed', 'signer_declined', 9, 9)], []],
  ['one signer spoils two attempts', [attempts('failed', 'malformed', 2, 9)], []],
  [
    'it signs again',
    [attempts('failed', 'hash_mismatch', 9, 5), attempts('embedded', null, 1, 6)],
    [{ about, reason: null }],
  ],
])('an authority is not said to fail when %s', (_what, given, expected) => {
  expect(workFaults({ attempts: given, outbox: [] })).toEqual(expected);
});

test('an outbox fails when the oldest item has been due for two minutes', () => {
  const outbox = [
    { kind: 'mail', due: 3, oldestSeconds: 121 },
    { kind: 'delivery', due: 3, oldestSeconds: 119 },
  ];
  expect(workFaults({ attempts: [], outbox })).toEqual([
    {
      about: { dependency: 'outbox', name: 'mail' },
      reason: 'the oldest mail has been due for 121 s',
    },
    { about: { dependency: 'outbox', name: 'delivery' }, reason: null },
  ]);
});

test('the alert for an authority counts every fault of it', () => {
  const [, codes = ''] = /reason=~"([^"]+)"/.exec(METRICS.attempts.alert.expr) ?? [];
  expect(codes.split('|')).toEqual([...AUTHORITY_FAULTS]);
  for (const code of ['hash_mismatch', 'malformed', 'bad_gateway_signature', 'service_down'])
    expect(AUTHORITY_FAULTS).toContain(code);
});

test.each([
  ['connection_refused', 'it refuses connections'],
  ['eauth_535', 'it refuses the login (535)'],
  ['timeout_connect', 'it did not answer in time'],
  ['too_large', 'too large'],
  ['The bucket my_files answers 503.', 'The bucket my_files answers 503'],
])('%s is said as "%s"', (reason, words) => {
  expect(inWords(reason)).toBe(words);
});
