import type { DeliveryHeaders } from '../client/index.ts';
import { openWebhook, WebhookSignatureError } from '../client/index.ts';
import { parsePayload } from './payload.ts';
import type { SignatureState } from './received-delivery.ts';

/** What a look at a delivery's signature finds, and the JSON of its body, null when it has none. */
interface CheckedDelivery {
  readonly signature: SignatureState;
  readonly payload: unknown;
}

/** Checks a delivery as the SDK does: the signature over its exact bytes, and the event that its header names. */
export function checkDelivery(
  rawBody: Buffer,
  headers: DeliveryHeaders,
  secrets: readonly string[],
): CheckedDelivery {
  try {
    const { secretIndex, event } = openWebhook({ rawBody, headers, secrets });
    return { signature: { state: 'valid', secretIndex }, payload: event };
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error;
    const signature = { state: 'invalid', reason: error.reason } as const;
    return { signature, payload: parsePayload(rawBody) };
  }
}
