import { timingSafeEqual } from 'node:crypto';
import { signWebhook } from '../../contract/webhook-signature.ts';
import type { Delivery, OpenedWebhook, VerifyOptions } from './check-delivery.ts';
import { openDelivery, readDelivery } from './check-delivery.ts';
import type { RawBody } from './raw-bytes.ts';

const isSame = (signature: string, made: string): boolean =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(made));

/** Like `verifyWebhook`, but also returns which secret matched. Throws `WebhookSignatureError` only. */
export function openWebhook(delivery: Delivery, options: VerifyOptions = {}): OpenedWebhook {
  const read = readDelivery(delivery);
  const { body, secrets, signature } = read;
  const fits = secrets.map((secret) => isSame(signature, signWebhook(body, secret)));
  return openDelivery({ ...read, headers: delivery.headers }, fits, options);
}

/**
 * Verifies a delivery over its raw bytes, in constant time, before it is parsed (specification, section 6), and returns
 * its event. `headers` may be the value of `X-Service-Signature` alone; otherwise `X-Service-Event` must match the body's
 * event. Throws `WebhookSignatureError` only.
 */
export function verifyWebhook(
  rawBody: RawBody,
  headers: Delivery['headers'],
  ...[secrets, options]: readonly [secrets: Delivery['secrets'], options?: VerifyOptions]
): OpenedWebhook['event'] {
  return openWebhook({ rawBody, headers, secrets }, options).event;
}
