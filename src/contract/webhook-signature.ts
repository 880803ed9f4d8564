import { createHash, createHmac } from 'node:crypto';

const FINGERPRINT_DIGITS = 8;

/** Names a secret without revealing it: the first 8 hexadecimal digits of its SHA-256. */
export function fingerprintOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_DIGITS);
}

/** HMAC-SHA256 of a body's exact bytes, as the header's value: `sha256=…`. */
export function signWebhook(body: Uint8Array | string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
