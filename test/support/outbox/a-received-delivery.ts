import { createHash } from 'node:crypto';
import type { ReceivedDelivery } from '../../../src/cli/webhook/listen/received-delivery.ts';
import { EVENT_BODY } from './open-receiver.ts';

/** A delivery that verified, answered 204. */
export const aReceivedDelivery = ({
  body = EVENT_BODY,
  ...changes
}: Partial<ReceivedDelivery> = {}): ReceivedDelivery => ({
  number: 1,
  receivedAt: new Date('2026-03-01T10:00:00.000Z'),
  method: 'POST',
  url: '/hooks?a=1',
  httpVersion: '1.1',
  rawHeaders: ['Host', 'x'],
  body,
  bodySha256: createHash('sha256').update(body).digest('hex'),
  signature: { state: 'valid', secretIndex: 1, secret: 'sha256:e20d51c7' },
  event: 'signer.signed',
  documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
  signers: { signed: 2, total: 3 },
  deliveryId: null,
  attempt: 1,
  duplicateOf: null,
  status: 204,
  ackMs: 3,
  isSlow: false,
  isLate: false,
  isUnanswered: false,
  forward: null,
  ...changes,
});

/** The application's response. */
export const forwarded = (
  changes: Partial<NonNullable<ReceivedDelivery['forward']>>,
): NonNullable<ReceivedDelivery['forward']> => ({
  ...{ status: 200, error: null, durationMs: 12, location: null, body: '' },
  ...changes,
});
