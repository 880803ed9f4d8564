import { expect, test } from 'vitest';
import {
  EVENT_HEADER,
  SIGNATURE_HEADER,
  SIGNATURE_PATTERN,
  SPECIFIED_EVENTS,
} from '../../../src/contract/webhooks/webhook-headers.ts';
import {
  newWebhookSecret,
  signStandard,
  signWebhook,
} from '../../../src/contract/webhooks/webhook-signature.ts';
import { standardKeyOf } from '../../../src/contract/webhooks/webhook-standard.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const HEARTS =
  '7b22666f6f223a22466f6f5c6e5c75303031425b33346d6261723a20e299a5e299a5e299a5e299a5e299a5e299a5e299a5e299a55c6e746869732d69732d6c6f73745c75303031425b306d5c75303031425b324b227d';

test.each([
  [
    "GitHub's documentation",
    "It's a Secret to Everybody",
    'Hello, World!',
    '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  ],
  [
    'a JSON body',
    'mysecret',
    '{"foo":"bar"}',
    '4864d2759938a15468b5df9ade20bf161da9b4f737ea61794142f3484236bda3',
  ],
  [
    'hearts and literal escapes, as bytes',
    'development',
    bytes(HEARTS),
    'afecc3caa27548bb90d51a50384cb2868b9a3327b4ad6a01c9bd4ed0f8b0b12c',
  ],
  [
    'two backslashes',
    'development',
    bytes('7b22666f6f223a225c5c7530303162227d'),
    '6f8326efbacfbd04e870cea25b5652e635be8c9807f2fd5348ef60753c9e96ed',
  ],
  [
    'a payment event',
    'convoy-webhook-secret',
    '{"event":"charge.success","amount":1000,"currency":"NGN"}',
    '244449b7f48cbc2709060c9dcdc2b3aa47a78f540430579015c579fb12defbb4',
  ],
  [
    'a character beyond 16 bits',
    'test_secret',
    '\u{1f600}',
    '837da296d05c4fe31f61d5d7ead035099d9585a5bcde87de952012a78f0b0c43',
  ],
  [
    'RFC 4231, case 1',
    '\u000b'.repeat(20),
    'Hi There',
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    'RFC 4231, case 2',
    'Jefe',
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    'RFC 4231, case 5',
    '\u000c'.repeat(20),
    'Test With Truncation',
    'a3b6167473100ee06e0c796c2955552bfa6f7c0a6a8aef8b93f860aab0cd20c5',
  ],
])('the signature of %s is the published one', (_, secret, body, hex) => {
  expect(signWebhook(body, secret)).toBe(`sha256=${hex}`);
});

test.each([
  ['text', 'é and \u{1f600}'],
  ['nothing', ''],
])('%s and its UTF-8 bytes have one signature', (_, body) => {
  expect(signWebhook(body, 'secret')).toBe(signWebhook(Buffer.from(body, 'utf8'), 'secret'));
});

test('bytes that are no text are signed as they are', () => {
  expect(signWebhook(bytes('efbbbf7b7d'), 'secret')).not.toBe(signWebhook('{}', 'secret'));
  expect(signWebhook(bytes('ff'), 'secret')).not.toBe(signWebhook(bytes('fe'), 'secret'));
});

test('headers and events are named as the specification names them', () => {
  expect(SIGNATURE_HEADER).toBe('X-Service-Signature');
  expect(EVENT_HEADER).toBe('X-Service-Event');
  expect(SPECIFIED_EVENTS).toEqual(['signer.signed', 'document.completed']);
  expect(SIGNATURE_PATTERN.source).toBe('^sha256=[0-9a-f]{64}$');
});

test('the published vector of Standard Webhooks is signed as published', () => {
  const head = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330 };
  const body = Buffer.from('{"test": 2432232314}');
  const signature = signStandard(head, body, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('a new secret is one word, and a key of 24 bytes for Standard Webhooks', () => {
  for (const secret of Array.from({ length: 50 }, newWebhookSecret)) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
    expect(standardKeyOf(secret)).toHaveLength(24);
  }
});
