import { openWebhook, WebhookSignatureError } from '../../client/index.ts';
import type { Delivery } from '../../client/webhooks/verify-webhook.ts';
import type { SignatureState } from '../listen/received-delivery.ts';

/** Verifies a delivery with the SDK, so that the verdict is that of an application which uses it. */
export function checkSignature(delivery: Delivery): SignatureState {
  try {
    return { state: 'valid', secretIndex: openWebhook(delivery).secretIndex };
  } catch (error) {
    if (error instanceof WebhookSignatureError) return { state: 'invalid', reason: error.reason };
    throw error;
  }
}
