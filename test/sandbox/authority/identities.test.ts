import { expect, test } from 'vitest';
import {
  identityNamed,
  isVerhoeffValid,
  readIdentity,
  TEST_IDENTITIES,
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
