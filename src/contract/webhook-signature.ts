import { createHmac } from 'node:crypto';

/** Header that carries the signature of a delivery (specification, section 6). */
export const SIGNATURE_HEADER = 'X-Service-Signature';
/** Header that carries the event's type (specification, section 6). */
export const EVENT_HEADER = 'X-Service-Event';
/** Header with the delivery's id: the same on every try. */
export const DELIVERY_HEADER = 'X-Service-Delivery';
/** Header with the number of the try, from 1. */
export const ATTEMPT_HEADER = 'X-Service-Attempt';
/** What a signature looks like: `sha256=` and 64 lowercase hexadecimal digits. */
export const SIGNATURE_PATTERN = /^sha256=[0-9a-f]{64}$/;
/** The types of events that an endpoint receives. */
export const EVENT_TYPES = ['signer.signed', 'document.completed'] as const;

/** Signs the exact bytes of a body: HMAC-SHA256 keyed with the endpoint's secret, as the header's value. */
export function signWebhook(body: Uint8Array | string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
