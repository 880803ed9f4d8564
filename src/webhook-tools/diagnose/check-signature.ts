import { openWebhook, WebhookSignatureError } from '../../client/index.ts';
import type { Delivery } from '../../client/webhooks/check-delivery.ts';
import { fingerprintOf } from '../../contract/webhook-signature.ts';
import { parsePayload } from '../format/payload.ts';
import type { SignatureState } from '../listen/received-delivery.ts';

/** A verdict, and the body that it is about: untrusted unless the signature is valid. */
interface CheckedDelivery {
  readonly signature: SignatureState;
  /** The parsed body; null when it is not JSON. */
  readonly payload: unknown;
}

/** Verifies a delivery with the SDK, so that an application which uses it comes to the same verdict. */
export function checkSignature(
  delivery: Delivery & { readonly rawBody: Buffer; readonly secrets: readonly string[] },
): CheckedDelivery {
  try {
    const { secretIndex, event } = openWebhook(delivery);
    const secret = `sha256:${fingerprintOf(delivery.secrets[secretIndex] ?? '')}`;
    return { signature: { state: 'valid', secretIndex, secret }, payload: event };
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error;
    const signature = { state: 'invalid', reason: error.reason } as const;
    return { signature, payload: parsePayload(delivery.rawBody) };
  }
}
