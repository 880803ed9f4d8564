import { createHash, createHmac } from 'node:crypto';

/** The header with a delivery's signature (specification, section 6). */
export const SIGNATURE_HEADER = 'X-Service-Signature';
/** The header with the event's type (specification, section 6). */
export const EVENT_HEADER = 'X-Service-Event';
/** The header with the delivery's id, which is the same on every attempt. */
export const DELIVERY_HEADER = 'X-Service-Delivery';
/** The header with the number of the attempt, from 1. */
export const ATTEMPT_HEADER = 'X-Service-Attempt';
/** `sha256=` and 64 lowercase hexadecimal digits. */
export const SIGNATURE_PATTERN = /^sha256=[0-9a-f]{64}$/;
/** Every event type. */
export const EVENT_TYPES = ['signer.signed', 'document.completed'] as const;

const FINGERPRINT_DIGITS = 8;

/** Names a signing secret without revealing it: the first 8 hexadecimal digits of its SHA-256. */
export function fingerprintOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_DIGITS);
}

/** Signs the exact bytes of a body with HMAC-SHA256 and returns the header's value: `sha256=…`. */
export function signWebhook(body: Uint8Array | string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
