import type { DescribedRequest } from './describe-request.ts';
import type { ReceivedDelivery, ReceivedRequest } from './received-delivery.ts';

// Every field by its name: spreading these objects takes several times as long, and they are made for each delivery

/** A request, numbered, with the first of its bytes. */
export function numbered(
  described: DescribedRequest,
  number: number,
  duplicateOf: ReceivedRequest['duplicateOf'],
): ReceivedRequest {
  return {
    number,
    receivedAt: described.receivedAt,
    method: described.method,
    url: described.url,
    httpVersion: described.httpVersion,
    rawHeaders: described.rawHeaders,
    body: described.body,
    bodySha256: described.bodySha256,
    signature: described.signature,
    event: described.event,
    documentId: described.documentId,
    signers: described.signers,
    deliveryId: described.deliveryId,
    attempt: described.attempt,
    duplicateOf,
  };
}

/** What is known of a delivery once it is answered. */
type Outcome = Omit<ReceivedDelivery, keyof ReceivedRequest>;

/** A request and what was answered. */
export function answered(received: ReceivedRequest, outcome: Outcome): ReceivedDelivery {
  return {
    number: received.number,
    receivedAt: received.receivedAt,
    method: received.method,
    url: received.url,
    httpVersion: received.httpVersion,
    rawHeaders: received.rawHeaders,
    body: received.body,
    bodySha256: received.bodySha256,
    signature: received.signature,
    event: received.event,
    documentId: received.documentId,
    signers: received.signers,
    deliveryId: received.deliveryId,
    attempt: received.attempt,
    duplicateOf: received.duplicateOf,
    status: outcome.status,
    ackMs: outcome.ackMs,
    isSlow: outcome.isSlow,
    isLate: outcome.isLate,
    isUnanswered: outcome.isUnanswered,
    forward: outcome.forward,
  };
}
