import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
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

const hex = (text: string) => Buffer.from(text, 'hex');

test.each([
  ['nothing', undefined, 'missing_signature'],
  ['null', null, 'missing_signature'],
  ['an empty value', '', 'missing_signature'],
  ['upper-case digits', `sha256=${DIGEST.toUpperCase()}`, 'malformed_signature'],
  ['an upper-case scheme', `SHA256=${DIGEST}`, 'malformed_signature'],
  ['no scheme', DIGEST, 'malformed_signature'],
  [
    'colons between the bytes',
    `sha256=${DIGEST.replace(/..(?=.)/g, '$&:')}`,
    'malformed_signature',
  ],
  ['something after it', `${GOOD}zz`, 'malformed_signature'],
  ['a line break after it', `${GOOD}\n`, 'malformed_signature'],
  ['a space before it', ` ${GOOD}`, 'malformed_signature'],
  ['a short digest', GOOD.slice(0, -1), 'malformed_signature'],
  ['words', 'foo', 'malformed_signature'],
  ['letters that are no ASCII', `sha256=${'é'.repeat(64)}`, 'malformed_signature'],
  ['two signatures', `${GOOD}, ${GOOD}`, 'repeated_signature'],
  ['another scheme', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', 'malformed_signature'],
  ['another digest', `sha256=${'0'.repeat(64)}`, 'mismatch'],
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

const doubled = new Headers(both);
doubled.append('x-service-signature', GOOD);

test.each([
  ['without a signature', { 'x-service-event': 'document.completed' }, 'missing_signature'],
  ['with two signatures', { ...both, 'x-service-signature': [GOOD, GOOD] }, 'repeated_signature'],
  ['with two cases of the name', { ...both, 'X-Service-Signature': GOOD }, 'repeated_signature'],
  ['with a value that was appended', doubled, 'repeated_signature'],
  ['with another event', { ...both, 'x-service-event': 'signer.signed' }, 'event_mismatch'],
  [
    'with two events',
    { ...both, 'x-service-event': ['document.completed', 'x'] },
    'event_mismatch',
  ],
])('headers %s are refused', (_, headers, reason) => {
  expect(reasonOf(() => verifyWebhook(BODY, headers, SECRET))).toBe(reason);
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

test('a byte order mark and invalid UTF-8 do not refuse a delivery that is signed', () => {
  expect(signed(Buffer.concat([hex('efbbbf'), BODY]))()).toEqual(EVENT);
  const name = Buffer.concat([Buffer.from('{"event":"x","note":"'), hex('ff'), Buffer.from('"}')]);
  expect(signed(name)()).toEqual({ event: 'x', note: '\ufffd' });
});

test.each([
  ['nothing', '', 'invalid_json'],
  ['no JSON', '{', 'invalid_json'],
  ['a list', '[]', 'invalid_shape'],
  ['no event', '{"documentId":"x"}', 'invalid_shape'],
  ['an event without its fields', '{"event":"signer.signed"}', 'invalid_shape'],
  ['signers that are none', JSON.stringify({ ...EVENT, signers: [7] }), 'invalid_shape'],
  ['a signer that is none', JSON.stringify({ ...EVENT, signer: {} }), 'invalid_shape'],
])('a signed body of %s is refused after its signature', (_, body, reason) => {
  expect(reasonOf(signed(Buffer.from(body)))).toBe(reason);
});

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

test.each([[''], [[]], [[SECRET, '']]])('the secrets %j are refused', (secrets) => {
  expect(reasonOf(() => verifyWebhook(BODY, GOOD, secrets))).toBe('no_secret');
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

test('an event that is older than allowed is refused', () => {
  const now = new Date(Date.parse(EVENT.occurredAt) + 1_000);
  expect(reasonOf(() => verifyWebhook(BODY, GOOD, SECRET, { maxAgeMs: 1_000, now }))).toBe(
    'accepted',
  );
  expect(reasonOf(() => verifyWebhook(BODY, GOOD, SECRET, { maxAgeMs: 999, now }))).toBe('too_old');
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
