import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isKnownEvent,
  makeEvent,
  openWebhook,
  signWebhook,
  verifyWebhook,
  WebhookSignatureError,
} from '../../src/client/index.ts';

const SECRET = 'whsec_5e1f0a9b';
const EVENT = makeEvent('document.completed');
const BODY = Buffer.from(JSON.stringify(EVENT));
const GOOD = signWebhook(BODY, SECRET);
const DIGEST = GOOD.slice('sha256='.length);

function reasonOf(verify: () => unknown): string {
  try {
    verify();
  } catch (error) {
    if (error instanceof WebhookSignatureError) return error.reason;
    throw error;
  }
  return 'accepted';
}

const hex = (text: string) => Buffer.from(text, 'hex');
const hearts =
  '7b22666f6f223a22466f6f5c6e5c75303031425b33346d6261723a20e299a5e299a5e299a5e299a5e299a5e299a5e299a5e299a55c6e746869732d69732d6c6f73745c75303031425b306d5c75303031425b324b227d';

test.each([
  [
    "It's a Secret to Everybody",
    'Hello, World!',
    '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  ],
  ['mysecret', '{"foo":"bar"}', '4864d2759938a15468b5df9ade20bf161da9b4f737ea61794142f3484236bda3'],
  ['development', hex(hearts), 'afecc3caa27548bb90d51a50384cb2868b9a3327b4ad6a01c9bd4ed0f8b0b12c'],
  [
    'development',
    hex('7b22666f6f223a225c5c7530303162227d'),
    '6f8326efbacfbd04e870cea25b5652e635be8c9807f2fd5348ef60753c9e96ed',
  ],
  [
    'convoy-webhook-secret',
    '{"event":"charge.success","amount":1000,"currency":"NGN"}',
    '244449b7f48cbc2709060c9dcdc2b3aa47a78f540430579015c579fb12defbb4',
  ],
  [
    'test_secret',
    hex('f09f9880'),
    '837da296d05c4fe31f61d5d7ead035099d9585a5bcde87de952012a78f0b0c43',
  ],
  [
    '\x0b'.repeat(20),
    'Hi There',
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    'Jefe',
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    '\x0c'.repeat(20),
    'Test With Truncation',
    'a3b6167473100ee06e0c796c2955552bfa6f7c0a6a8aef8b93f860aab0cd20c5',
  ],
])('the published vector of the key %j verifies', (secret, message, digest) => {
  const body = Buffer.from(message);
  expect(signWebhook(body, secret)).toBe(`sha256=${digest}`);
  // What passes the signature fails at nothing before the shape of the body
  const reason = reasonOf(() => verifyWebhook(body, `sha256=${digest}`, secret));
  expect(['accepted', 'invalid_json', 'invalid_shape']).toContain(reason);
  expect(reasonOf(() => verifyWebhook(body, `sha256=${digest}`, `${secret}x`))).toBe('mismatch');
});

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
  ['another scheme', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', 'repeated_signature'],
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
  ['without an event', { 'x-service-signature': GOOD }, 'missing_event'],
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
])('a signed body of %s is refused after its signature', (_, body, reason) => {
  expect(reasonOf(signed(Buffer.from(body)))).toBe(reason);
});

test('an event of an unknown type passes, and is told apart', () => {
  const event = signed(Buffer.from('{"event":"document.viewed","by":"x"}'))();
  expect([event, isKnownEvent(event), isKnownEvent(EVENT)]).toEqual([
    { event: 'document.viewed', by: 'x' },
    false,
    true,
  ]);
});

test('during a rotation any of the secrets fits, and the one that did is told', () => {
  const opened = openWebhook({ rawBody: BODY, headers: both, secrets: [' next ', SECRET] });
  expect(opened).toEqual({ event: EVENT, secretIndex: 1, suspectSecrets: [0] });
  expect(reasonOf(() => verifyWebhook(BODY, GOOD, ['a', 'b']))).toBe('mismatch');
});

test.each([[''], [[]], [[SECRET, '']]])('the secrets %j are refused', (secrets) => {
  expect(reasonOf(() => verifyWebhook(BODY, GOOD, secrets))).toBe('no_secret');
});

test('white space around a secret is part of it', () => {
  expect(reasonOf(() => verifyWebhook(BODY, GOOD, ` ${SECRET}`))).toBe('mismatch');
});

test('an event that is older than allowed is refused', () => {
  const now = new Date(Date.parse(EVENT.occurredAt) + 1_000);
  expect(reasonOf(() => verifyWebhook(BODY, GOOD, SECRET, { maxAgeMs: 1_000, now }))).toBe(
    'accepted',
  );
  expect(reasonOf(() => verifyWebhook(BODY, GOOD, SECRET, { maxAgeMs: 999, now }))).toBe('too_old');
});

test('a single changed bit of the body is a mismatch', () => {
  const position = fc.record({ at: fc.nat(BODY.byteLength - 1), bit: fc.nat(7) });
  fc.assert(
    fc.property(position, ({ at, bit }) => {
      const changed = Buffer.from(BODY);
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      return reasonOf(() => verifyWebhook(changed, GOOD, SECRET)) === 'mismatch';
    }),
  );
});

test('whatever comes as a signature, nothing but a WebhookSignatureError is thrown', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constant(undefined)),
      fc.uint8Array(),
      (signature, body) => {
        return reasonOf(() => verifyWebhook(body, signature, SECRET)) !== 'accepted';
      },
    ),
  );
});

test('a refusal shows neither the secret nor the signature that would fit', () => {
  try {
    verifyWebhook(BODY, `sha256=${'0'.repeat(64)}`, SECRET);
  } catch (error) {
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(
      new RegExp(`${SECRET}|${DIGEST}`),
    );
  }
  expect.assertions(1);
});
