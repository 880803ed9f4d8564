import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { OpenedWebhook, VerifyOptions } from './check-delivery.ts';
import { openDelivery } from './check-delivery.ts';
import type { RawBody } from './raw-bytes.ts';
import { bytesOf } from './raw-bytes.ts';
import type { Delivery, SignatureCheck } from './read-delivery.ts';
import { readDelivery } from './read-delivery.ts';

function fitsOf({ keys, message, digests }: SignatureCheck): boolean[] {
  return keys.map((key) => {
    if (key === undefined) return false;
    const made = createHmac('sha256', key).update(message).digest();
    return digests.some((digest) => timingSafeEqual(made, digest));
  });
}

/** Like `verifyWebhook`, plus the matching secret. Throws only `WebhookSignatureError`. */
export function openWebhook(delivery: Delivery, options: VerifyOptions = {}): OpenedWebhook {
  const read = readDelivery(delivery);
  return openDelivery({ ...read, headers: delivery.headers }, read.checks.map(fitsOf), options);
}

/**
 * Verifies a delivery's raw bytes in constant time, before parsing (specification, section 6), and
 * returns its event. `headers` may be only the `X-Service-Signature` value. Of whole headers, every
 * signature must match, that of Standard Webhooks within 5 minutes of its timestamp, and
 * `X-Service-Event`, if there, must name the event. Throws only `WebhookSignatureError`.
 */
export function verifyWebhook(
  rawBody: RawBody,
  headers: Delivery['headers'],
  ...[secrets, options]: readonly [secrets: Delivery['secrets'], options?: VerifyOptions]
): OpenedWebhook['event'] {
  return openWebhook({ rawBody, headers, secrets }, options).event;
}

/**
 * SHA-256 of the body (64 hexadecimal digits): the same on every attempt, with any secret. Throws
 * `WebhookSignatureError` (`body_already_parsed`) for anything but bytes or a string.
 */
export function deliveryKey(rawBody: RawBody): string {
  return createHash('sha256').update(bytesOf(rawBody)).digest('hex');
}
