import type { OpenedWebhook, VerifyOptions } from './check-delivery.ts';
import { openDelivery } from './check-delivery.ts';
import type { RawBody } from './raw-bytes.ts';
import { bytesOf } from './raw-bytes.ts';
import type { Delivery, SignatureCheck } from './read-delivery.ts';
import { readDelivery } from './read-delivery.ts';
import { webcrypto } from './webcrypto.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

async function fitsOf({ keys, message, digests }: SignatureCheck): Promise<boolean[]> {
  const { subtle } = webcrypto;
  const bytes = new Uint8Array(message);
  return await Promise.all(
    keys.map(async (raw) => {
      if (raw === undefined) return false;
      const key = await subtle.importKey('raw', raw, HMAC, false, ['verify']);
      const fits = digests.map((digest) => subtle.verify('HMAC', key, digest, bytes));
      return (await Promise.all(fits)).includes(true);
    }),
  );
}

/**
 * Verifies a delivery's raw bytes in constant time, before parsing (specification, section 6), and
 * resolves to its event. `headers` may be only the `X-Service-Signature` value. Of whole headers,
 * every signature must match, that of Standard Webhooks within 5 minutes of its timestamp, and
 * `X-Service-Event`, if there, must name the event. Rejects only with `WebhookSignatureError`.
 */
export async function verifyWebhook(
  rawBody: RawBody,
  headers: Delivery['headers'],
  ...[secrets, options = {}]: readonly [secrets: Delivery['secrets'], options?: VerifyOptions]
): Promise<OpenedWebhook['event']> {
  // A copy, so that nobody can change it between verifying and parsing
  const read = readDelivery({ rawBody: new Uint8Array(bytesOf(rawBody)), headers, secrets });
  const fits = await Promise.all(read.checks.map(fitsOf));
  return openDelivery({ ...read, headers }, fits, options).event;
}
