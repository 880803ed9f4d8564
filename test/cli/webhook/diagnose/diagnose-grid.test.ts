import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DiagnosisInput } from '../../../../src/cli/webhook/diagnose/diagnose.ts';
import { diagnose } from '../../../../src/cli/webhook/diagnose/diagnose.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = Buffer.from('{"event":"signer.signed","documentId":"5f0c1d5e","name":"अनिता"}');
const OTHER = Buffer.from('{"event":"document.completed","documentId":"5f0c1d5e"}');

type Bytes = Buffer | string;
const sign = (body: Bytes, secret: Bytes = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

function explained(given: Partial<DiagnosisInput>) {
  const secrets = [{ name: 'the secret', value: SECRET }];
  const found = diagnose({ body: BODY, signature: undefined, secrets, ...given });
  return { ...found, text: found.explain.join(' ') };
}

test('a signature of another delivery is named only when its digest fits', () => {
  const deliveries = [
    { name: '0001.json', body: Buffer.from('{}') },
    { name: '0002.json', body: OTHER },
  ];
  expect(explained({ signature: sign(OTHER), deliveries })).toMatchObject({
    reason: 'other_delivery',
    explain: ['It is the signature of 0002.json.'],
  });
  expect(explained({ signature: sign('{"x":1}'), deliveries }).reason).toBe('mismatch');
});

test('a body that is the beginning of another delivery is truncated', () => {
  const deliveries = [{ name: '0001.json', body: BODY }];
  const found = explained({ body: BODY.subarray(0, 30), signature: sign(BODY), deliveries });
  expect(found).toMatchObject({ reason: 'cut_body' });
  expect(found.text).toContain('the beginning of 0001.json');
});

test('a body shorter than its Content-Length is truncated, a longer one is not', () => {
  const length = (told: string) => ({ 'content-length': [told] });
  const signature = sign(BODY);
  const cut = { body: BODY.subarray(0, 30), signature };
  expect(explained({ ...cut, headers: length('70') })).toMatchObject({
    reason: 'cut_body',
    explain: ['The body is truncated: it has 30 bytes, and its Content-Length says 70.'],
  });
  for (const told of ['30', '7', 'many'])
    expect(explained({ ...cut, headers: length(told) }).reason).toBe('mismatch');
});

test.each([sign(BODY), sign(BODY).slice('sha256='.length)])(
  'the right signature in a misspelt header is found (%s)',
  (value) => {
    const headers = { 'x-service-signatur': [value], 'content-length': ['1'] };
    const found = explained({ headers });
    expect(found).toMatchObject({ reason: 'no_signature' });
    expect(found.text).toContain('is in x-service-signatur instead of X-Service-Signature');
    expect(explained({ headers, body: OTHER }).text).toContain('no X-Service-Signature header');
  },
);

const secretText = fc
  .string({ minLength: 12, maxLength: 40 })
  .filter((text) => text.trim() === text);

test('no cause is found for a secret that is unknown, whatever the body', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), secretText, (bytes, stranger) => {
      fc.pre(stranger !== SECRET);
      const body = Buffer.from(bytes);
      const found = explained({ body, signature: sign(body, stranger) });
      expect(found).toMatchObject({ valid: false, reason: 'mismatch' });
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
      expect(found).toMatchObject({ valid: false, reason: 'mismatch' });
    }),
    { numRuns: 60 },
  );
});

test('a header of junk is never valid and never breaks anything', () => {
  fc.assert(
    fc.property(fc.uint16Array({ maxLength: 200 }), (units) => {
      expect(explained({ signature: String.fromCharCode(...units) }).valid).toBe(false);
    }),
  );
});

test('an event that was re-serialised is always recognised', () => {
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

test('suspicions are marked as not confirmed', () => {
  const body = Buffer.from('{"name":"\ufffd","amount":1.0');
  const found = explained({ body, signature: `sha256=${'0'.repeat(64)}` });
  const [verdict, , ...hints] = found.explain;
  expect(verdict).toMatch(/^Either it was signed with another secret/);
  expect(hints.length).toBeGreaterThan(1);
  for (const hint of hints) expect(hint).toContain('not confirmed');
});

test.each<[what: string, body: string]>([
  ['nested without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['a number without end', `{"a":${'1'.repeat(200_000)}x`],
  ['line breaks without end', `${'\n'.repeat(200_000)}x`],
])('a body that is %s is judged like any other', (_, text) => {
  const found = explained({ body: Buffer.from(text), signature: `sha256=${'0'.repeat(64)}` });
  expect(found).toMatchObject({ valid: false, reason: 'mismatch' });
});

test('a body too large to be searched is still judged, and that is said', () => {
  const body = Buffer.alloc(5 * 1024 * 1024, 'x');
  expect(explained({ body, signature: sign(body) }).valid).toBe(true);
  expect(explained({ body, signature: sign(`${body}\n`) }).text).toContain('too large to search');
});
