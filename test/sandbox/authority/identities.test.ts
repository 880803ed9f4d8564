import { expect, test } from 'vitest';
import {
  identityNamed,
  isVerhoeffValid,
  readIdentity,
  TEST_IDENTITIES,
  verhoeffCheckDigit,
} from '../../../src/sandbox/authority/identities.ts';

test('every number has 12 digits, a valid check digit, and a first digit that no real one has', () => {
  for (const { number, virtualId } of TEST_IDENTITIES) {
    expect(number).toMatch(/^[01]\d{11}$/);
    expect(isVerhoeffValid(number), number).toBe(true);
    expect(virtualId).toMatch(/^[01]\d{15}$/);
    expect(isVerhoeffValid(virtualId), virtualId).toBe(true);
  }
});

test('no two identities share a number or a mobile', () => {
  const distinct = (key: 'number' | 'virtualId' | 'mobile') =>
    new Set(TEST_IDENTITIES.map((identity) => identity[key])).size;
  expect(distinct('number')).toBe(TEST_IDENTITIES.length);
  expect(distinct('virtualId')).toBe(TEST_IDENTITIES.length);
  expect(distinct('mobile')).toBe(TEST_IDENTITIES.length);
});

test('some names are in Devanagari', () => {
  expect(TEST_IDENTITIES.filter(({ name }) => /\p{Script=Devanagari}/u.test(name)).length).toBe(2);
});

test('a name of the list names its identity', () => {
  const known = TEST_IDENTITIES.find(({ name }) => name === 'अनिता शर्मा');
  expect(readIdentity({ identity: ' अनिता शर्मा ', consent: true })).toEqual({
    ok: true,
    identity: known,
  });
});

test('any other name invents a person, always the same one, who signs', () => {
  const invented = identityNamed('Nandini Kulkarni');
  expect(invented).toMatchObject({ name: 'Nandini Kulkarni', outcome: { kind: 'signs' } });
  expect(invented.number).toMatch(/^0\d{11}$/);
  expect(invented.virtualId).toMatch(/^1\d{15}$/);
  expect(invented.mobile).toMatch(/^9\d{9}$/);
  expect(isVerhoeffValid(invented.number) && isVerhoeffValid(invented.virtualId)).toBe(true);
  expect(identityNamed('Nandini Kulkarni')).toEqual(invented);
  expect(identityNamed('Nandini Kulkarn').number).not.toBe(invented.number);
});

test('the name of an identity that fails does not make it sign under that name', () => {
  expect(identityNamed('Lata Locked').outcome.kind).toBe('signs');
});

test('the check digit of 236 is 3', () => {
  expect(verhoeffCheckDigit('236')).toBe('3');
  expect(isVerhoeffValid('2363')).toBe(true);
});

test.each(['000000000019', '000000000026', '100000000015'])('%s is valid', (digits) => {
  expect(isVerhoeffValid(digits)).toBe(true);
});

test('every wrong digit in every position is detected', () => {
  const digits = '000000000026';
  for (let place = 0; place < digits.length; place += 1) {
    for (const other of '0123456789'.replace(digits.charAt(place), '')) {
      const wrong = digits.slice(0, place) + other + digits.slice(place + 1);
      expect(isVerhoeffValid(wrong), wrong).toBe(false);
    }
  }
});

test('swapped neighbours are detected', () => {
  const digits = `12345678905${verhoeffCheckDigit('12345678905')}`;
  for (let place = 0; place + 1 < digits.length; place += 1) {
    const [a, b] = [digits.charAt(place), digits.charAt(place + 1)];
    const swapped = digits.slice(0, place) + b + a + digits.slice(place + 2);
    expect(isVerhoeffValid(swapped), swapped).toBe(false);
  }
});

test.each(['', '7', '12a4', '1234 5678'])('%j is not a number with a check digit', (text) => {
  expect(isVerhoeffValid(text)).toBe(false);
});

test('a number with a wrong check digit is not valid', () => {
  const read = readIdentity({ identity: '000000000018', consent: true });
  expect(read).toEqual({ ok: false, problem: 'invalid-number' });
});

const [ASHA] = TEST_IDENTITIES;

test.each([ASHA?.virtualId ?? '', ASHA?.number.replace(/(\d{4})(\d{4})/, '$1 $2-') ?? ''])(
  '%s is read as the number of its identity',
  (identity) => {
    expect(readIdentity({ identity, consent: true })).toEqual({ ok: true, identity: ASHA });
  },
);
