import type { Delivery, OpenedWebhook, VerifyOptions } from './check-delivery.ts';
import { openDelivery, readDelivery } from './check-delivery.ts';
import type { RawBody } from './raw-bytes.ts';
import { webcrypto } from './webcrypto.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

function digestIn(signature: string): Uint8Array<ArrayBuffer> {
  const digits = signature.slice('sha256='.length).match(/../g) ?? [];
  return Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16));
}

/**
 * Verifies a delivery's raw bytes in constant time, before parsing (specification, section 6), and
 * resolves to its event. `headers` may be only the `X-Service-Signature` value; otherwise
 * `X-Service-Event` must match the body. Rejects only with `WebhookSignatureError`.
 */
export async function verifyWebhook(
  rawBody: RawBody,
  headers: Delivery['headers'],
  ...[secrets, options = {}]: readonly [secrets: Delivery['secrets'], options?: VerifyOptions]
): Promise<OpenedWebhook['event']> {
  const read = readDelivery({ rawBody, headers, secrets });
  // A copy, so that nobody can change it between verifying and parsing
  const body = new Uint8Array(read.body);
  const digest = digestIn(read.signature);
  const { subtle } = webcrypto;
  const encoder = new TextEncoder();
  const fits = read.secrets.map(async (secret) => {
    const key = await subtle.importKey('raw', encoder.encode(secret), HMAC, false, ['verify']);
    return subtle.verify('HMAC', key, digest, body);
  });
  return openDelivery({ ...read, headers, body }, await Promise.all(fits), options).event;
}
