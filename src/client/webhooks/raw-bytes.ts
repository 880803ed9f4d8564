import { createHash } from 'node:crypto';
import { types } from 'node:util';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** The exact bytes of a delivery's body; a string only when it is those bytes decoded as UTF-8. */
export type RawBody = Uint8Array | ArrayBuffer | string;

/** True for what can be the exact bytes of a body, also where they come from another realm, as in test runners. */
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
  // What was handed to a worker has no bytes any more, and wrapping it throws
  if (rawBody.byteLength === 0) return Buffer.alloc(0);
  if (Buffer.isBuffer(rawBody)) return rawBody;
  if (!ArrayBuffer.isView(rawBody)) return Buffer.from(rawBody);
  return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
}

/**
 * What a repeat of a delivery is known by: the SHA-256 of its bytes, which stay the same on every try, whatever secret
 * signs them. 64 hexadecimal digits.
 * @throws {WebhookSignatureError} `body_already_parsed` when these are no bytes
 */
export function deliveryKey(rawBody: RawBody): string {
  return createHash('sha256').update(bytesOf(rawBody)).digest('hex');
}
