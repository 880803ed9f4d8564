import { WebhookSignatureError } from './webhook-signature-error.ts';

/** The exact bytes of a delivery's body, or those bytes decoded as UTF-8. */
export type RawBody = Uint8Array | ArrayBuffer | string;

/** In test runners, a buffer from another realm is no instance of this one's `ArrayBuffer`. */
const isArrayBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]';

export function isBytes(value: unknown): value is Exclude<RawBody, string> {
  return ArrayBuffer.isView(value) || isArrayBuffer(value);
}

export function isRawBody(value: unknown): value is RawBody {
  return typeof value === 'string' || isBytes(value);
}

/** The body's bytes. Throws `WebhookSignatureError` (`body_already_parsed`) for anything else. */
export function bytesOf(rawBody: unknown): Uint8Array {
  if (!isRawBody(rawBody)) throw new WebhookSignatureError('body_already_parsed');
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  // Wrapping a buffer that was transferred to a worker throws
  if (rawBody.byteLength === 0) return new Uint8Array();
  if (!ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody);
  return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
}
