import { createHash } from 'node:crypto';
import type { RawBody } from './raw-bytes.ts';
import { bytesOf } from './raw-bytes.ts';

/**
 * SHA-256 of the body (64 hexadecimal digits): the same on every attempt, with any secret. Throws
 * `WebhookSignatureError` (`body_already_parsed`) for anything but bytes or a string.
 */
export function deliveryKey(rawBody: RawBody): string {
  return createHash('sha256').update(bytesOf(rawBody)).digest('hex');
}
