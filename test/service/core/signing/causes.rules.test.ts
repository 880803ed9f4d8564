import { expect, test } from 'vitest';
import type { Cause } from '../../../../src/service/core/signing/causes.rules.ts';
import { CAUSES, failureIn } from '../../../../src/service/core/signing/causes.rules.ts';

const ALL = Object.entries<Cause>(CAUSES);

test('no code of an authority has two causes', () => {
  const codes = ALL.flatMap(([, { codes = [] }]) => codes);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test.each(ALL)('%s says what happened, and tells the signer in whole sentences', (_name, cause) => {
  expect(cause.what).toMatch(/^\p{Ll}.*[^.]$/u);
  expect(cause.say).toMatch(/^\p{Lu}.*\.$/u);
});

test('only an attempt that failed has a cause, and an unknown reason that of an unsound answer', () => {
  const failed = { type: 'gateway.failed', data: { reason: 'mobile_not_linked' } };
  expect(failureIn(failed)).toBe('mobile_not_linked');
  expect(failureIn({ ...failed, data: { reason: 'bad_signature' } })).toBe('unsound');
  expect(failureIn({ ...failed, data: { reason: 'toString' } })).toBe('unsound');
  expect(failureIn({ type: 'signer.signed', data: {} })).toBeUndefined();
});
