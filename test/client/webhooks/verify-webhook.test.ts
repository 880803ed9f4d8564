import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  deliveryKey,
  isKnownEvent,
  makeEvent,
  openWebhook,
  signWebhook,
  verifyWebhook,
} from '../../../src/client/index.ts';
import { reasonOf } from '../../support/outbox/webhook-reason.ts';

const SECRET = 'whsec_5e1f0a9b';
const EVENT = makeEvent('document.completed');
const BODY = Buffer.from(JSON.stringify(EVENT));
const GOOD = signWebhook(BODY, SECRET);
const DIGEST = GOOD.slice('sha256='.length);

test.each([
  ['null', null, 'missing_signature'],
  [
    'colons between the bytes',
    `sha256=${DIGEST.replace(/..(?=.)/g, '$&:')}`,
    'malformed_signature',
  ],
  ['a short digest', GOOD.slice(0, -1), 'malformed_signature'],
])('a signature of %s is refused', (_, signature, reason) => {
  expect(reasonOf(() => verifyWebhook(BODY, signature, SECRET))).toBe(reason);
});

const both = { 'x-service-signature': GOOD, 'x-service-event': 'document.completed' };

test.each([
  ['as Node gives them', both],
  [
    'in the case of the specification',
    { 'X-Service-Signature': GOOD, 'X-Service-Event': 'document.completed' },
  ],
  ['as fetch gives them', new Headers(both)],
  ['as lists', { 'x-service-signature': [GOOD], 'x-service-event': ['document.completed'] }],
])('headers %s are understood', (_, headers) => {
  expect(verifyWebhook(BODY, headers, SECRET)).toEqual(EVENT);
});

test.each([
  ['a number', 5, 'missing_signature'],
  ['true', true, 'missing_signature'],
  ['a signature that is a number', { 'x-service-signature': 42 }, 'malformed_signature'],
  ['a list that holds null', { 'x-service-signature': [null] }, 'malformed_signature'],
])('headers that are %s are refused like any other', (_, headers, reason) => {
  expect(reasonOf(() => Reflect.apply(verifyWebhook, undefined, [BODY, headers, SECRET]))).toBe(
    reason,
  );
});

test('headers with a value that was appended are refused', () => {
  const doubled = new Headers(both);
  doubled.append('x-service-signature', GOOD);
  expect(reasonOf(() => verifyWebhook(BODY, doubled, SECRET))).toBe('repeated_signature');
});

test.each([
  ['a Uint8Array', new Uint8Array(BODY)],
  ['a part of a larger buffer', new Uint8Array(Buffer.concat([Buffer.alloc(7), BODY])).subarray(7)],
  ['an ArrayBuffer', Uint8Array.from(BODY).buffer],
  ['text', BODY.toString()],
  ['bytes of another realm', runInNewContext('Uint8Array.from(bytes)', { bytes: [...BODY] })],
  ['a buffer of another realm', runInNewContext('Uint8Array.from(bytes).buffer', { bytes: BODY })],
])('the body is understood as %s', (_, body) => {
  expect(verifyWebhook(body, GOOD, SECRET)).toEqual(EVENT);
});

test.each([{}, EVENT, null, undefined, 42, [...BODY]])(
  'a body that was parsed (%#) is told apart',
  (body) => {
    const verify = () => Reflect.apply(verifyWebhook, undefined, [body, GOOD, SECRET]);
    expect(reasonOf(verify)).toBe('body_already_parsed');
  },
);

const signed = (body: Buffer) => () => verifyWebhook(body, signWebhook(body, SECRET), SECRET);

test('an event of an unknown type passes, and is not narrowed', () => {
  const event = signed(Buffer.from('{"event":"document.viewed","by":"x"}'))();
  expect([event, isKnownEvent(event), isKnownEvent(EVENT)]).toEqual([
    { event: 'document.viewed', by: 'x' },
    false,
    true,
  ]);
});

test('during a rotation any secret matches, and its index is returned', () => {
  const opened = openWebhook({ rawBody: BODY, headers: both, secrets: [' next ', SECRET] });
  expect(opened).toEqual({ event: EVENT, secretIndex: 1, suspectSecrets: [0] });
  expect(reasonOf(() => verifyWebhook(BODY, GOOD, ['a', 'b']))).toBe('mismatch');
});

test('white space around a secret is part of it, and named in a mismatch', () => {
  const verify = () => verifyWebhook(BODY, GOOD, ['other', `${SECRET}\n`]);
  expect(reasonOf(verify)).toBe('mismatch');
  expect(verify).toThrow(/there is white space around secret 2$/);
});

test('an event without a valid time is too old', () => {
  for (const occurredAt of [undefined, 5, { toString: 1 }, 'yesterday']) {
    const body = Buffer.from(JSON.stringify({ event: 'document.viewed', occurredAt }));
    const verify = () => verifyWebhook(body, signWebhook(body, SECRET), SECRET, { maxAgeMs: 1e15 });
    expect(reasonOf(verify)).toBe('too_old');
  }
});

test('a repeat has the key of the first, whatever signs it', () => {
  const key = createHash('sha256').update(BODY).digest('hex');
  expect([deliveryKey(BODY), deliveryKey(BODY.toString())]).toEqual([key, key]);
  expect(deliveryKey(Buffer.concat([BODY, Buffer.from('\n')]))).not.toBe(key);
});

test('bytes that were transferred to a worker are an empty body', () => {
  const gone = Uint8Array.from(BODY);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  expect(reasonOf(() => verifyWebhook(gone, GOOD, SECRET))).toBe('mismatch');
});

test('an error shows neither the secret nor the right signature', () => {
  try {
    verifyWebhook(BODY, `sha256=${'0'.repeat(64)}`, SECRET);
  } catch (error) {
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(
      new RegExp(`${SECRET}|${DIGEST}`),
    );
  }
  expect.assertions(1);
});

test('any signed event is returned as it was sent', () => {
  const event = fc.record({ event: fc.string({ minLength: 1 }), more: fc.jsonValue() });
  fc.assert(
    fc.property(event, fc.string({ minLength: 1 }), (sent, secret) => {
      const body = Buffer.from(JSON.stringify(sent));
      fc.pre(!['signer.signed', 'document.completed'].includes(sent.event));
      const got = verifyWebhook(body, signWebhook(body, secret), secret);
      expect(got).toEqual(JSON.parse(body.toString()));
    }),
  );
});
