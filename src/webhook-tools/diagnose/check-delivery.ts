import { signWebhook, WebhookSignatureError } from '../../client/index.ts';
import type { Delivery, Sign } from '../../client/webhooks/verify-webhook.ts';
import { openSigned } from '../../client/webhooks/verify-webhook.ts';
import { parsePayload } from '../format/payload.ts';
import type { SignatureState } from '../listen/received-delivery.ts';

/** What a look at a delivery's signature finds, and the JSON of its body, null when it has none. */
interface CheckedDelivery {
  readonly signature: SignatureState;
  readonly payload: unknown;
}

/** A delivery as it is checked here. */
interface RawDelivery extends Delivery {
  readonly rawBody: Buffer;
}

/** Checks a delivery as the SDK does: the signature over its exact bytes, and the event that its header names. */
export function checkDelivery(delivery: RawDelivery, sign: Sign = signWebhook): CheckedDelivery {
  try {
    const { secretIndex, event } = openSigned(delivery, sign);
    return { signature: { state: 'valid', secretIndex }, payload: event };
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error;
    const signature = { state: 'invalid', reason: error.reason } as const;
    return { signature, payload: parsePayload(delivery.rawBody) };
  }
}
