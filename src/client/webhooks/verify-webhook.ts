import { timingSafeEqual } from 'node:crypto';
import { signWebhook } from '../../contract/webhook-signature.ts';
import type { Delivery, OpenedWebhook, VerifyOptions } from './check-delivery.ts';
import { openDelivery, readDelivery } from './check-delivery.ts';
import type { RawBody } from './raw-bytes.ts';

const isSame = (signature: string, made: string): boolean =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(made));

/** Like `verifyWebhook`, plus the matching secret. Throws only `WebhookSignatureError`. */
export function openWebhook(delivery: Delivery, options: VerifyOptions = {}): OpenedWebhook {
  const read = readDelivery(delivery);
  const { body, secrets, signature } = read;
  const fits = secrets.map((secret) => isSame(signature, signWebhook(body, secret)));
  return openDelivery({ ...read, headers: delivery.headers }, fits, options);
}

/**
 * Verifies a delivery's raw bytes in constant time, before parsing (specification, section 6), and
 * returns its event. `headers` may be only the `X-Service-Signature` value; otherwise
 * `X-Service-Event` must match the body. Throws only `WebhookSignatureError`.
 */
export function verifyWebhook(
  rawBody: RawBody,
  headers: Delivery['headers'],
  ...[secrets, options]: readonly [secrets: Delivery['secrets'], options?: VerifyOptions]
): OpenedWebhook['event'] {
  return openWebhook({ rawBody, headers, secrets }, options).event;
}
