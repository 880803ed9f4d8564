import { expect, test } from 'vitest';
import { deliveryJson, deliveryLine, refusalLine } from '../../src/receiver/delivery-line.ts';
import type { ReceivedDelivery } from '../../src/receiver/received-delivery.ts';

const BODY = Buffer.from('{"event":"signer.signed"}');
const DELIVERY: ReceivedDelivery = {
  number: 4,
  receivedAt: '2026-03-01T10:20:30.456Z',
  method: 'POST',
  url: '/',
  httpVersion: '1.1',
  rawHeaders: ['Host', 'x'],
  body: BODY,
  bodySha256: 'ab'.repeat(32),
  signature: { state: 'valid', secretIndex: 0 },
  event: 'signer.signed',
  documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
  deliveryId: null,
  attempt: 1,
  duplicateOf: null,
  status: 204,
  ackMs: 12,
  isLate: false,
  forward: null,
};

test.each<[what: string, change: Partial<ReceivedDelivery>, line: string]>([
  ['a good one', {}, '#4  10:20:30  signer.signed  5f0c1d5e  signature ok  → 204 in 12 ms'],
  [
    'a bad signature',
    { signature: { state: 'invalid', reason: 'missing_signature' }, status: 401 },
    '#4  10:20:30  signer.signed  5f0c1d5e  BAD SIGNATURE (missing signature)  → 401 in 12 ms',
  ],
  [
    'one not checked, with nothing in it',
    { signature: { state: 'unchecked' }, event: null, documentId: null },
    '#4  10:20:30  (no event)  signature not checked  → 204 in 12 ms',
  ],
  [
    'a retry that is a repeat',
    { attempt: 2, duplicateOf: { number: 3, afterMs: 5100 } },
    '#4  10:20:30  signer.signed  5f0c1d5e  try 2  signature ok  → 204 in 12 ms  DUPLICATE of #3 (same bytes, +5.1 s)',
  ],
  [
    'a late one',
    {
      status: 504,
      ackMs: 10_000,
      isLate: true,
      forward: { status: 200, error: null, durationMs: 12_300 },
    },
    '#4  10:20:30  signer.signed  5f0c1d5e  signature ok  → 504 in 10.0 s LATE: the service records a failure and tries again  [application: 200, 12.3 s]',
  ],
  [
    'one that the application did not take',
    { status: 502, forward: { status: null, error: 'ECONNREFUSED', durationMs: 2 } },
    '#4  10:20:30  signer.signed  5f0c1d5e  signature ok  → 502 in 12 ms  [application: did not answer (ECONNREFUSED), 2 ms]',
  ],
])('the line of %s says it', (_, change, line) => {
  expect(deliveryLine({ ...DELIVERY, ...change })).toBe(line);
});

test.each(['\u001b[2J', 'a\nb', '\u202eevil', 'x'.repeat(500), 'Signer Signed'])(
  'foreign text does not reach the terminal: %j',
  (text) => {
    const line = deliveryLine({ ...DELIVERY, event: text, documentId: text });
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
  const json = deliveryJson(DELIVERY);
  expect(json).toMatchObject({ type: 'delivery', number: 4, payload: { event: 'signer.signed' } });
  expect(json.bodyBase64).toBe(BODY.toString('base64'));
  expect(json).not.toHaveProperty('body');
  expect(deliveryJson({ ...DELIVERY, body: Buffer.from('no json') }).payload).toBeNull();
});
