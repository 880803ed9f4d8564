import { createHash } from 'node:crypto';
import type { RawBody } from './raw-bytes.ts';
import { bytesOf } from './raw-bytes.ts';

/**
 * Identifies a delivery by the SHA-256 of its body (64 hexadecimal digits), which is the same on every attempt whatever
 * the secret.
 * @throws {WebhookSignatureError} `body_already_parsed` for anything but bytes or a string
 */
export function deliveryKey(rawBody: RawBody): string {
  return createHash('sha256').update(bytesOf(rawBody)).digest('hex');
}
