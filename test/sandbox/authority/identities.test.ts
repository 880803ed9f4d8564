import { expect, test } from 'vitest';
import { identityFor, TEST_IDENTITIES } from '../../../src/sandbox/authority/identities.ts';
import { isVerhoeffValid } from '../../../src/sandbox/authority/verhoeff.ts';

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

test('a signer signs with the identity of the same name', () => {
  expect(identityFor({ name: 'अनिता शर्मा', signingOrder: 1 }).name).toBe('अनिता शर्मा');
});

test('other signers get a working identity, a different one for each of six', () => {
  const chosen = [1, 2, 3, 4, 5, 6].map((signingOrder) =>
    identityFor({ name: 'Somebody Else', signingOrder }),
  );
  expect(new Set(chosen).size).toBe(6);
  expect(chosen.map(({ outcome }) => outcome.about)).toEqual(Array(6).fill('Signs.'));
});
