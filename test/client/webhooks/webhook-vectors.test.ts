import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signWebhook, verifyWebhook } from '../../../src/client/index.ts';
import { reasonOf } from '../../support/outbox/webhook-reason.ts';

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
  // With a valid signature, nothing fails before the shape of the body
  const reason = reasonOf(() => verifyWebhook(body, `sha256=${digest}`, secret));
  expect(['accepted', 'invalid_json', 'invalid_shape']).toContain(reason);
  expect(reasonOf(() => verifyWebhook(body, `sha256=${digest}`, `${secret}x`))).toBe('mismatch');
});

test('the published vector of another scheme, Standard Webhooks, is refused for its form', () => {
  const [id, time, body] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}'];
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  const signature = `v1,${digest.toString('base64')}`;
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(reasonOf(() => verifyWebhook(body, signature, secret))).toBe('malformed_signature');
  const asOurs = `sha256=${digest.toString('hex')}`;
  expect(reasonOf(() => verifyWebhook(body, asOurs, secret))).toBe('mismatch');
});
