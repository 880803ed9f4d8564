import { expect, test } from 'vitest';
import type { DeliveryView } from '../../../../src/cli/webhook/listen/delivery-lines.ts';
import {
  arrivalLine,
  deliveryJson,
  deliveryLines,
  refusalLine,
  toneOf,
} from '../../../../src/cli/webhook/listen/delivery-lines.ts';
import type { ReceivedDelivery } from '../../../../src/cli/webhook/listen/received-delivery.ts';
import { aReceivedDelivery, forwarded } from '../../../support/outbox/a-received-delivery.ts';

const BODY = Buffer.from('{"event":"signer.signed"}');
const DELIVERY = aReceivedDelivery({
  number: 4,
  receivedAt: new Date('2026-03-01T10:20:30.456Z'),
  url: '/',
  body: BODY,
  ackMs: 12,
});

const AT = DELIVERY.receivedAt.toLocaleTimeString('en-GB');

const view = (changes: Partial<DeliveryView> = {}): DeliveryView => ({
  isForwarded: false,
  hasDetails: false,
  secretNames: () => ['the old secret', 'the new secret'],
  ...changes,
});

const lineOf = (change: Partial<ReceivedDelivery>) =>
  deliveryLines({ ...DELIVERY, ...change }, view())[0];

test.each<[what: string, change: Partial<ReceivedDelivery>, line: string]>([
  ['a good one', {}, `#4  ${AT}  signer.signed       5f0c1d5e  2/3  signature ok  204 in 12 ms`],
  [
    'a bad signature',
    { signature: { state: 'invalid', reason: 'missing_signature' }, status: 401 },
    `#4  ${AT}  signer.signed       5f0c1d5e  BAD SIGNATURE: missing signature  401 in 12 ms`,
  ],
  [
    'one with the event header of another',
    { signature: { state: 'invalid', reason: 'event_mismatch' }, status: 401 },
    `#4  ${AT}  signer.signed       5f0c1d5e  REFUSED: the signature is right, but the event header names another event  401 in 12 ms`,
  ],
  [
    'one not checked, with nothing in it',
    { signature: { state: 'unchecked' }, event: null, documentId: null, signers: null },
    `#4  ${AT}  (no event)  not checked  204 in 12 ms`,
  ],
  [
    'a retry that is a repeat',
    { attempt: 2, duplicateOf: { number: 3, afterMs: 5100 } },
    `#4  ${AT}  signer.signed       5f0c1d5e  2/3  signature ok  204 in 12 ms  attempt 2  DUPLICATE of #3 (same bytes, +5.1 s)`,
  ],
  [
    'a slow one',
    { ackMs: 8400, isSlow: true },
    `#4  ${AT}  signer.signed       5f0c1d5e  2/3  signature ok  204 in 8.4 s  slow: close to the limit`,
  ],
  [
    'a late one',
    { ackMs: 12_000, isSlow: true, isLate: true },
    `#4  ${AT}  signer.signed       5f0c1d5e  2/3  signature ok  204 in 12.0 s  LATE: the service records a failure and tries again`,
  ],
  [
    'one whose sender hung up',
    { ackMs: 10_000, isSlow: true, isLate: true, isUnanswered: true },
    `#4  ${AT}  signer.signed       5f0c1d5e  2/3  signature ok  204 in 10.0 s  LATE: the sender hung up after 10.0 s, before the response`,
  ],
  [
    'one that an application responded to',
    { status: 500, forward: forwarded({ status: 500, body: '{"error":\n "locked"}' }) },
    '#4  → 500 in 12 ms  {"error": "locked"}',
  ],
  [
    'one that an application responded to too late',
    { status: 504, ackMs: 10_000, isLate: true, forward: forwarded({ durationMs: 12_300 }) },
    '#4  → 200 in 12.3 s  504 to the service  LATE: the service records a failure and tries again',
  ],
  [
    'one that the application redirected',
    { status: 307, forward: forwarded({ status: 307, location: '/hook/' }) },
    '#4  → 307 in 12 ms  redirects to /hook/',
  ],
  [
    'one that the application did not accept',
    { status: 502, forward: forwarded({ status: null, error: 'ECONNREFUSED' }) },
    '#4  → no response (nothing listens there) in 12 ms  502 to the service',
  ],
])('the line of %s says it', (_, change, line) => {
  expect(lineOf(change)).toBe(line);
});

test('a forwarded delivery has a line before the application responds', () => {
  expect(arrivalLine(DELIVERY, view())).toBeUndefined();
  expect(arrivalLine(DELIVERY, view({ isForwarded: true }))).toBe(
    `#4  ${AT}  signer.signed       5f0c1d5e  2/3  signature ok`,
  );
  const signature = { state: 'invalid', reason: 'mismatch' } as const;
  expect(arrivalLine({ ...DELIVERY, signature }, view({ isForwarded: true }))).toBeUndefined();
});

test('an ordinary line fits a terminal of 80 columns', () => {
  const line = lineOf({ number: 100, event: 'document.completed', ackMs: 105 }) ?? '';
  expect(line.length).toBeLessThanOrEqual(80);
});

test.each<[change: Partial<ReceivedDelivery>, tone: string]>([
  [{}, 'good'],
  [{ isSlow: true }, 'doubtful'],
  [{ isLate: true }, 'bad'],
  [{ isUnanswered: true }, 'bad'],
  [{ signature: { state: 'invalid', reason: 'mismatch' } }, 'bad'],
  [{ status: 500 }, 'good'],
  [{ forward: forwarded({ status: 500 }) }, 'bad'],
  [{ forward: forwarded({ status: 307, location: '/hook/' }) }, 'bad'],
  [{ forward: forwarded({ status: 204 }) }, 'good'],
])('a delivery with %j is %s', (change, tone) => {
  expect(toneOf({ ...DELIVERY, ...change })).toBe(tone);
});

test('a saved delivery with a bad signature says how to diagnose it', () => {
  const bad = { ...DELIVERY, signature: { state: 'invalid', reason: 'mismatch' } as const };
  expect(deliveryLines(bad, view(), "kept it's/0001.json").slice(1)).toEqual([
    "    why: esign webhook verify 'kept it'\\''s/0001.json'",
  ]);
  expect(deliveryLines(DELIVERY, view(), 'kept/0001.json')).toHaveLength(1);
  expect(deliveryLines(bad, view())).toHaveLength(1);
});

test('details show the request, its formatted body, and the secret that matched', () => {
  const forward = forwarded({ body: 'thank\u001b[2Jyou' });
  const shown = deliveryLines({ ...DELIVERY, forward }, view({ hasDetails: true }));
  expect(shown.slice(1)).toEqual([
    '    POST / HTTP/1.1',
    '    Host: x',
    '    signed with: the new secret',
    `    body: 25 bytes, SHA-256 ${DELIVERY.bodySha256}`,
    '    {',
    '      "event": "signer.signed"',
    '    }',
    '    the application responded:',
    '    thank\\u{1b}[2Jyou',
  ]);
});

test('details of a body that is not JSON are harmless and bounded', () => {
  const body = Buffer.from(`\u001b]0;title\u0007${'x'.repeat(20_000)}`);
  const text = deliveryLines({ ...DELIVERY, body }, view({ hasDetails: true })).join('\n');
  expect(text).toContain('\\u{1b}]0;title\\u{7}xxx');
  expect(text).toContain('more characters');
  expect(text.length).toBeLessThan(18_000);
});

test.each(['\u001b[2J', 'a\nb', '\u202eevil', 'x'.repeat(500), 'Signer Signed'])(
  'untrusted text does not reach the terminal: %j',
  (text) => {
    const line = lineOf({ event: text, documentId: text });
    expect(line).toContain('(unknown event)  (odd document id)');
    expect(line).not.toContain(text);
    const refused = refusalLine({ method: text, url: text, status: 404, reason: 'no' });
    expect(refused).toBe('refused: (odd method) (odd path) → 404, no');
  },
);

test('a refused request shows its path without the query', () => {
  const refused = { method: 'GET', url: '/a/b?token=1', status: 405, reason: 'a POST it is' };
  expect(refusalLine(refused)).toBe('refused: GET /a/b → 405, a POST it is');
});

test('the JSON of a delivery has its payload and its exact bytes', () => {
  const json = deliveryJson(DELIVERY, '/kept/a.json');
  expect(json).toMatchObject({
    type: 'delivery',
    number: 4,
    savedAs: '/kept/a.json',
    payload: { event: 'signer.signed' },
  });
  expect(json.bodyBase64).toBe(BODY.toString('base64'));
  expect(json).not.toHaveProperty('body');
  const odd = deliveryJson({ ...DELIVERY, body: Buffer.from('no json') }, undefined);
  expect(odd).toMatchObject({ payload: null, savedAs: null });
});
