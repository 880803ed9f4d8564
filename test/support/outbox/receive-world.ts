import type { ReceiveOptions, WebhookTrouble } from '../../../src/client/index.ts';
import { makeEvent, receiveWebhooks, signWebhook } from '../../../src/client/index.ts';

/** Signs the deliveries. */
export const SECRET = 'whsec_test_7d21';
/** An event, and its bytes. */
export const EVENT = makeEvent('signer.signed');
export const BODY = JSON.stringify(EVENT);

/** The service's headers for a body. */
export const signedAs = (body: string, event: string): Record<string, string> => ({
  'content-type': 'application/json',
  'x-service-signature': signWebhook(body, SECRET),
  'x-service-event': event,
});
export const HEADERS = signedAs(BODY, EVENT.event);

/** A receiver that collects every event and all trouble. */
export function openWebhooks(options: Partial<ReceiveOptions> = {}) {
  const events: unknown[] = [];
  const trouble: WebhookTrouble[] = [];
  const webhooks = receiveWebhooks({
    secrets: SECRET,
    onEvent: (event) => events.push(event),
    onTrouble: (one) => trouble.push(one),
    ...options,
  });
  return { webhooks, events, trouble };
}
