import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  challengeFor,
  endOfChallenge,
  relyingPartyOf,
} from '../../../src/service/members/sign-in/passkey.rules.ts';
import {
  isOnlyAtProvider,
  providerFor,
  readTrip,
  sealTrip,
  TRIP_MS,
  tripSecrets,
} from '../../../src/service/members/sign-in/provider-trip.rules.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');
const [secret, former] = [randomBytes(32), randomBytes(32)];
const NOW = { secret, formerSecrets: [former] };

test.each([
  ['https://sign.example.in', 'sign.example.in'],
  ['https://sign.example.in:8443', 'sign.example.in'],
  ['https://localhost', 'localhost'],
  ['http://localhost:4010', 'localhost'],
  ['http://127.0.0.1:4010', undefined],
  ['https://127.0.0.1', undefined],
  ['https://[::1]:4010', undefined],
  ['http://sign.example.in', undefined],
])('at %s, passkeys are bound to %s', (baseUrl, id) => {
  expect(relyingPartyOf(baseUrl)).toEqual(id === undefined ? undefined : { id, origin: baseUrl });
});

test('a challenge is known by its purpose and by this service’s keys, also a former one', () => {
  const made = (key: Buffer) =>
    challengeFor({ secret: key }, 'add one', { random: 'random', endsAt: AT });
  expect(endOfChallenge(NOW, 'add one', made(secret))).toEqual(AT);
  expect(endOfChallenge(NOW, 'add one', made(former))).toEqual(AT);
  expect(endOfChallenge(NOW, 'add one', made(randomBytes(32)))).toBeUndefined();
  for (const purpose of ['add other', 'confirm one', 'sign-in'] as const) {
    expect(endOfChallenge(NOW, purpose, made(secret))).toBeUndefined();
  }
  for (const token of ['', '.', `${made(secret)}A`]) {
    expect(endOfChallenge(NOW, 'add one', token)).toBeUndefined();
  }
});

test('a trip comes back as it was, for ten minutes, and not with a letter changed', () => {
  const trip = { providerId: 'example', random: 'random', startedAt: AT, to: '/dashboard/me' };
  const token = sealTrip(NOW, { ...trip, sessionId: null });
  expect(readTrip(NOW, token, AT)).toEqual({ ...trip, sessionId: null });
  const confirming = sealTrip({ secret: former }, { ...trip, sessionId: 'one' });
  expect(readTrip(NOW, confirming, AT)).toEqual({ ...trip, sessionId: 'one' });
  const last = AT.getTime() + TRIP_MS;
  expect(readTrip(NOW, token, new Date(last - 1))).toBeDefined();
  expect(readTrip(NOW, token, new Date(last))).toBeUndefined();
  expect(readTrip(NOW, `x${token}`, AT)).toBeUndefined();
  expect(readTrip(NOW, '', AT)).toBeUndefined();
});

test('state, nonce and verifier of a trip tell nothing of each other, and are long enough', () => {
  const all = Object.values(tripSecrets({ random: 'random' }));
  expect(new Set([...all, ...Object.values(tripSecrets({ random: 'other' }))]).size).toBe(6);
  // RFC 7636, section 4.1: a verifier has 43 to 128 characters.
  for (const one of all) expect(one).toMatch(/^[\w-]{43}$/);
});

const PROVIDERS = [
  { domains: ['example.in', 'example.org'], isOnly: false },
  { domains: ['example.com'], isOnly: true },
];

test.each([
  ['asha@example.in', 0],
  ['asha@EXAMPLE.org', 0],
  ['asha@example.com', 1],
  ['asha@example.com@example.in', 0],
  ['asha@sub.example.in', undefined],
  ['asha@notexample.in', undefined],
  ['example.net', undefined],
  ['', undefined],
])('%s is vouched for by provider %s', (email, index) => {
  expect(providerFor(PROVIDERS, email)).toBe(index === undefined ? undefined : PROVIDERS[index]);
  expect(isOnlyAtProvider(PROVIDERS, email)).toBe(index === 1);
});
