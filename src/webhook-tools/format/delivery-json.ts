import type { ReceivedDelivery } from '../listen/received-delivery.ts';
import { parsePayload } from './payload.ts';

/** What `--json` prints of a delivery: its JSON as `payload` (null when it is none), its exact bytes as base64. */
export function deliveryJson(
  delivery: ReceivedDelivery,
  savedAs: string | undefined,
): Record<string, unknown> {
  const { body } = delivery;
  return {
    type: 'delivery',
    status: delivery.status,
    ackMs: delivery.ackMs,
    isSlow: delivery.isSlow,
    isLate: delivery.isLate,
    isUnanswered: delivery.isUnanswered,
    forward: delivery.forward,
    number: delivery.number,
    duplicateOf: delivery.duplicateOf,
    receivedAt: delivery.receivedAt,
    method: delivery.method,
    url: delivery.url,
    httpVersion: delivery.httpVersion,
    rawHeaders: delivery.rawHeaders,
    bodySha256: delivery.bodySha256,
    signature: delivery.signature,
    event: delivery.event,
    documentId: delivery.documentId,
    signers: delivery.signers,
    deliveryId: delivery.deliveryId,
    attempt: delivery.attempt,
    payload: parsePayload(body),
    bodyBase64: body.toString('base64'),
    savedAs: savedAs ?? null,
  };
}
