import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { WebhookSenderOptions } from '../../src/service/adapters/webhooks/http-sender.ts';
import { openWebhookSender } from '../../src/service/adapters/webhooks/http-sender.ts';
import type { WebhookSender } from '../../src/service/ports/webhook-sender.ts';

type Delivery = Parameters<WebhookSender['deliver']>[0];

/** The secret of `deliveryTo`. */
export const SECRET = 'whsec_test_2f9a';
/** The body of `deliveryTo`. */
export const BODY = Buffer.from('{"event":"signer.signed","name":"अनिता शर्मा"}');

/** A delivery to a URL, as the outbox would hand it over. */
export function deliveryTo(url: string, attempt = 1): Delivery {
  return {
    id: randomUUID(),
    kind: 'delivery',
    endpointId: 'whe_1',
    url,
    secret: SECRET,
    event: 'signer.signed',
    body: BODY,
    attempt,
  };
}

/** A sender that the test closes when it ends; loopback is open unless told. */
export function openSender(options: Partial<WebhookSenderOptions> = {}): WebhookSender {
  const sender = openWebhookSender({ allowLoopback: true, userAgent: 'esign/test', ...options });
  onTestFinished(() => sender.close());
  return sender;
}
