import { createHash } from 'node:crypto';
import { types } from 'node:util';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** The exact bytes of a delivery's body, or those bytes decoded as UTF-8. */
export type RawBody = Uint8Array | ArrayBuffer | string;

/** Accepts bytes from another realm too, as in test runners. */
export function isRawBody(value: unknown): value is RawBody {
  return typeof value === 'string' || ArrayBuffer.isView(value) || types.isArrayBuffer(value);
}

/**
 * The bytes of a body.
 * @throws {WebhookSignatureError} `body_already_parsed` for anything else
 */
export function bytesOf(rawBody: unknown): Buffer {
  if (!isRawBody(rawBody)) throw new WebhookSignatureError('body_already_parsed');
  if (typeof rawBody === 'string') return Buffer.from(rawBody, 'utf8');
  // Wrapping a buffer that was transferred to a worker throws
  if (rawBody.byteLength === 0) return Buffer.alloc(0);
  if (Buffer.isBuffer(rawBody)) return rawBody;
  if (!ArrayBuffer.isView(rawBody)) return Buffer.from(rawBody);
  return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
}

/**
 * Identifies a delivery by the SHA-256 of its body (64 hexadecimal digits), which is the same on every attempt whatever
 * the secret.
 * @throws {WebhookSignatureError} `body_already_parsed` for anything but bytes or a string
 */
export function deliveryKey(rawBody: RawBody): string {
  return createHash('sha256').update(bytesOf(rawBody)).digest('hex');
}
