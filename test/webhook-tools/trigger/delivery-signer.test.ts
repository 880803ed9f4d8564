import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { DeliverySigner } from '../../../src/webhook-tools/trigger/delivery-signer.ts';

const hmac = (body: Buffer, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

const { sign } = new DeliverySigner();

test.each([
  ['RFC 4231, 2', 'Jefe', 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c7'],
  ["GitHub's", "It's a Secret to Everybody", 'Hello, World!', '757107ea0eb2509fc211221cce984b8a'],
  ["stripe's", 'test_secret', '\u{1f600}', '837da296d05c4fe31f61d5d7ead03509'],
])('the published vector %s is met', (_, secret, body, beginning) => {
  expect(sign(Buffer.from(body), secret).slice(0, 39)).toBe(`sha256=${beginning}`);
});

test.each([
  ['of one character', 'k'],
  ['of 63 bytes', 'k'.repeat(63)],
  ['of 64 bytes, a whole block', 'k'.repeat(64)],
  ['of 65 bytes, which is hashed first', 'k'.repeat(65)],
  ['of 300 bytes', randomBytes(150).toString('hex')],
  ['in Devanagari', 'गुप्त शब्द'],
  ['with half of a character', '\ud83d'],
  ['of nothing', ''],
])('with a secret %s bodies of all sizes are signed as HMAC does', (_, secret) => {
  for (const size of [0, 1, 31, 55, 56, 64, 119, 580, 16_383, 16_384, 16_385, 100_000]) {
    const body = randomBytes(size);
    expect(sign(body, secret), `${size} bytes`).toBe(hmac(body, secret));
  }
});

test('what was signed before leaves no trace, whatever its size and secret', () => {
  const own = new DeliverySigner();
  for (let turn = 0; turn < 500; turn += 1) {
    const [body, secret] = [randomBytes((turn * 37) % 900), `whsec_${turn % 20}`];
    expect(own.sign(body, secret)).toBe(hmac(body, secret));
  }
});
