import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DiagnosisInput } from '../../../src/webhook-tools/diagnose/diagnose.ts';
import { diagnose } from '../../../src/webhook-tools/diagnose/diagnose.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = Buffer.from('{"event":"signer.signed","documentId":"5f0c1d5e","name":"अनिता"}');
const OTHER = Buffer.from('{"event":"document.completed","documentId":"5f0c1d5e"}');

type Bytes = Buffer | string;
const hmac = (body: Bytes, secret: Bytes = SECRET, algorithm = 'sha256') =>
  createHmac(algorithm, secret).update(body).digest();
const sign = (body: Bytes, secret: Bytes = SECRET) =>
  `sha256=${hmac(body, secret).toString('hex')}`;
const withColons = (signature: string) =>
  signature.replace(/[0-9a-f]{64}$/, (hex) => hex.replace(/..(?=.)/g, '$&:'));
const plain = (...parts: Bytes[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `sha256=${hash.digest('hex')}`;
};

function explained(given: Partial<DiagnosisInput>) {
  const secrets = [{ name: 'the secret', value: SECRET }];
  const found = diagnose({ body: BODY, signature: undefined, secrets, ...given });
  return { ...found, text: found.explain.join(' ') };
}

test.each<[what: string, header: string, reason: string, words: string]>([
  ['parted by colons', withColons(sign(BODY)), 'malformed_signature', 'colons'],
  ['cut', sign(BODY).slice(0, -20), 'malformed_signature', '44 hexadecimal digits'],
  ['lengthened', `${sign(BODY)}00`, 'malformed_signature', '66 hexadecimal digits'],
  ['followed by other text', `${sign(BODY)}zz`, 'malformed_signature', 'goes on after its 64'],
  [
    'SHA-384',
    `sha384=${hmac(BODY, SECRET, 'sha384').toString('hex')}`,
    'wrong_algorithm',
    'sha384',
  ],
  [
    'SHA-512 called sha256',
    `sha256=${hmac(BODY, SECRET, 'sha512').toString('hex')}`,
    'wrong_algorithm',
    'made with sha512',
  ],
  [
    'SHA-1 called sha256',
    `sha256=${hmac(BODY, SECRET, 'sha1').toString('hex')}`,
    'wrong_algorithm',
    'made with sha1',
  ],
  ['SHA-1 in base64', hmac(BODY, SECRET, 'sha1').toString('base64'), 'wrong_algorithm', 'base64'],
  ['a hash of secret and body', plain(SECRET, BODY), 'wrong_algorithm', 'put together'],
  ['a hash of body and secret', plain(BODY, SECRET), 'wrong_algorithm', 'put together'],
  ['an HMAC the other way round', sign(SECRET, BODY), 'wrong_algorithm', 'the other way round'],
  ['made with an empty secret', sign(BODY, ''), 'wrong_secret', 'an empty secret'],
  ['made with the word undefined', sign(BODY, 'undefined'), 'wrong_secret', 'the word undefined'],
  ['made with CR LF', sign(BODY, `${SECRET}\r\n`), 'wrong_secret', '\\r\\n at its end'],
])('a signature that is %s is recognised', (_, signature, reason, words) => {
  const found = explained({ signature });
  expect(found).toMatchObject({ valid: false, reason });
  expect(found.text).toContain(words);
});

test('a signature of another delivery is named only when its digest fits', () => {
  const deliveries = [
    { name: '0001.json', body: Buffer.from('{}') },
    { name: '0002.json', body: OTHER },
  ];
  expect(explained({ signature: sign(OTHER), deliveries })).toMatchObject({
    reason: 'other_delivery',
    explain: ['It is the signature of 0002.json.'],
  });
  expect(explained({ signature: sign('{"x":1}'), deliveries }).reason).toBe('no_match');
});

test('a body that is the beginning of another delivery is cut short', () => {
  const deliveries = [{ name: '0001.json', body: BODY }];
  const found = explained({ body: BODY.subarray(0, 30), signature: sign(BODY), deliveries });
  expect(found).toMatchObject({ reason: 'cut_body' });
  expect(found.text).toContain('the beginning of 0001.json');
});

test('a body shorter than its Content-Length is cut short, a longer one is not', () => {
  const length = (told: string) => ({ 'content-length': [told] });
  const signature = sign(BODY);
  const cut = { body: BODY.subarray(0, 30), signature };
  expect(explained({ ...cut, headers: length('70') })).toMatchObject({
    reason: 'cut_body',
    explain: ['The body is cut short: it has 30 bytes, and its Content-Length says 70.'],
  });
  for (const told of ['30', '7', 'many'])
    expect(explained({ ...cut, headers: length(told) }).reason).toBe('no_match');
});

const STANDARD = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  time: '1614265330',
  body: Buffer.from('{"test": 2432232314}'),
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

test.each(['webhook', 'svix'])(
  'the published vector of Standard Webhooks is confirmed (%s-id)',
  (prefix) => {
    const headers = {
      [`${prefix}-id`]: [STANDARD.id],
      [`${prefix}-timestamp`]: [STANDARD.time],
      [`${prefix}-signature`]: [STANDARD.signature],
    };
    const found = explained({ body: STANDARD.body, headers });
    expect(found).toMatchObject({ reason: 'other_scheme' });
    expect(found.text).toContain('by the scheme of Standard Webhooks');
    const altered = explained({ body: Buffer.from('{"test": 1}'), headers });
    expect(altered.reason).toBe('no_signature');
  },
);

test('without id and time a Standard Webhooks header is recognised and not confirmed', () => {
  const found = explained({ body: STANDARD.body, signature: STANDARD.signature });
  expect(found).toMatchObject({ reason: 'malformed_signature' });
  expect(found.text).toContain('header of another scheme: Standard Webhooks');
});

test('a header as Stripe makes it is confirmed by the secret, wherever it stands', () => {
  const digest = hmac(`1614265330.${BODY.toString()}`).toString('hex');
  const header = `t=1614265330,v1=${digest}`;
  for (const given of [{ signature: header }, { headers: { 'stripe-signature': [header] } }]) {
    const found = explained(given);
    expect(found).toMatchObject({ reason: 'other_scheme' });
    expect(found.text).toContain('over a time and the body, as Stripe does');
  }
  const other = explained({ signature: header, body: OTHER });
  expect(other.reason).toBe('malformed_signature');
});

test('the right digest under another name is found', () => {
  const headers = { 'x-hub-signature-256': [sign(BODY)] };
  const found = explained({ headers });
  expect(found).toMatchObject({ reason: 'other_scheme' });
  expect(found.text).toContain('stands in x-hub-signature-256');
  expect(explained({ headers, body: OTHER }).reason).toBe('no_signature');
});

const secretText = fc
  .string({ minLength: 12, maxLength: 40 })
  .filter((text) => text.trim() === text);

test('no cause is found for a secret that is unknown, whatever the body', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), secretText, (bytes, stranger) => {
      fc.pre(stranger !== SECRET);
      const body = Buffer.from(bytes);
      const found = explained({ body, signature: sign(body, stranger) });
      expect(found).toMatchObject({ valid: false, reason: 'no_match' });
    }),
    { numRuns: 60 },
  );
});

test('no cause is found for content that was changed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      const [sent, arrived] = [{ value: one }, { value: other, more: true }];
      const body = Buffer.from(JSON.stringify(arrived));
      const found = explained({ body, signature: sign(JSON.stringify(sent)) });
      expect(found).toMatchObject({ valid: false, reason: 'no_match' });
    }),
    { numRuns: 60 },
  );
});

test('a header of junk is never valid and never breaks anything', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (signature) => {
      expect(explained({ signature }).valid).toBe(false);
    }),
  );
});

test('an event that was printed anew is always recognised', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (event) => {
      const signed = JSON.stringify(event);
      const arrived = JSON.stringify(JSON.parse(signed), null, 2);
      fc.pre(JSON.stringify(JSON.parse(arrived)) === signed && arrived !== signed);
      const found = explained({ body: Buffer.from(arrived), signature: sign(signed) });
      expect(found).toMatchObject({ reason: 'altered_body' });
      expect(found.text).toContain('compact JSON was signed');
    }),
    { numRuns: 60 },
  );
});

test('what is not confirmed is said to be so', () => {
  const body = Buffer.from('{"name":"\ufffd","amount":1.0');
  const found = explained({ body, signature: `sha256=${'0'.repeat(64)}` });
  const [verdict, ...hints] = found.explain;
  expect(verdict).toBe('Either the secret is another one, or the content was altered.');
  expect(hints.length).toBeGreaterThan(1);
  for (const hint of hints) expect(hint).toMatch(/^Perhaps, not confirmed: /);
});

test.each<[what: string, body: string]>([
  ['nested without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['a number without end', `{"a":${'1'.repeat(1_000_000)}x`],
  ['line breaks without end', `${'\n'.repeat(1_000_000)}x`],
])('a body that is %s is judged like any other', (_, text) => {
  const found = explained({ body: Buffer.from(text), signature: `sha256=${'0'.repeat(64)}` });
  expect(found).toMatchObject({ valid: false, reason: 'no_match' });
});

test('a body too large to be searched is still judged, and that is said', () => {
  const body = Buffer.alloc(5 * 1024 * 1024, 'x');
  expect(explained({ body, signature: sign(body) }).valid).toBe(true);
  expect(explained({ body, signature: sign(`${body}\n`) }).text).toContain('too large to search');
});

test.each(['{"a":1.0}', '{"a":[2, -1.50 ]}', '{"a":1e3}', '{"a":2.5E+10}'])(
  'numbers that do not survive being printed again are pointed out (%s)',
  (text) => {
    const found = explained({ body: Buffer.from(text), signature: `sha256=${'0'.repeat(64)}` });
    expect(found.text).toContain('Numbers such as 1.0 or 1e3');
  },
);
