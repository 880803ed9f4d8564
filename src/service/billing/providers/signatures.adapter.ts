import { createHmac, timingSafeEqual } from 'node:crypto';

export const hmacHex = (secret: string, signed: Buffer | string): string =>
  createHmac('sha256', secret).update(signed).digest('hex');

/** Compares hexadecimal HMAC-SHA256 in constant time. */
export function isSignedBy(secret: string, signed: Buffer | string, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature);
  const expected = Buffer.from(hmacHex(secret, signed));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
