import type { IncomingMessage } from 'node:http';
import { openWebhook, WebhookSignatureError } from '../client/index.ts';
import type { SignatureState } from './received-delivery.ts';

/** Checks a delivery as the SDK does: the signature over its exact bytes, and the event that its header names. */
export function checkDelivery(
  rawBody: Buffer,
  request: Pick<IncomingMessage, 'headersDistinct'>,
  secrets: readonly string[],
): SignatureState {
  try {
    const headers = request.headersDistinct;
    const { secretIndex } = openWebhook({ rawBody, headers, secrets });
    return { state: 'valid', secretIndex };
  } catch (error) {
    if (error instanceof WebhookSignatureError) return { state: 'invalid', reason: error.reason };
    throw error;
  }
}
