import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 as 64 hexadecimal digits. */
export const hmacHex = (secret: string, signed: Buffer | string): string =>
  createHmac('sha256', secret).update(signed).digest('hex');

/** True when a signature is the HMAC-SHA256 of the bytes, as hexadecimal digits; compared in constant time. */
export function isSignedBy(secret: string, signed: Buffer | string, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature);
  const expected = Buffer.from(hmacHex(secret, signed));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
