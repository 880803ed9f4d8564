/** The entry `./webhooks`: verifies deliveries with the Web Crypto API, on any runtime. */
export type {
  DocumentCompletedEvent,
  ExtraEvent,
  SignerSignedEvent,
  WebhookEvent,
} from '../contract/webhooks/webhook-event.ts';
export { EVENT_HEADER, SIGNATURE_HEADER } from '../contract/webhooks/webhook-headers.ts';
export { EsignError, isEsignError } from './errors/esign-error.ts';
export type {
  UnknownWebhookEvent,
  VerifyOptions,
} from './webhooks/check-delivery.ts';
export { isKnownEvent } from './webhooks/check-delivery.ts';
export type { RawBody } from './webhooks/raw-bytes.ts';
export type { Delivery, DeliveryHeaders } from './webhooks/read-delivery.ts';
export { verifyWebhook } from './webhooks/verify-on-web.ts';
export type { WebhookProblem } from './webhooks/webhook-signature-error.ts';
export { WebhookSignatureError } from './webhooks/webhook-signature-error.ts';
