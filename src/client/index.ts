export type {
  CreatedDocument,
  Document,
  DocumentList,
  DocumentStatus,
  DocumentSummary,
  SentDocument,
} from '../contract/document.ts';
export type { ErrorCode } from '../contract/errors.ts';
export type { SignaturePlacement, SignaturePosition } from '../contract/placement.ts';
export type {
  AddedSigner,
  AddedSigners,
  DocumentSigner,
  SentSigner,
  SignerInput,
  WebhookSigner,
} from '../contract/signer.ts';
export type {
  DocumentCompletedEvent,
  SignerSignedEvent,
  WebhookEvent,
} from '../contract/webhook-event.ts';
export { EVENT_HEADER, SIGNATURE_HEADER, signWebhook } from '../contract/webhook-signature.ts';
export type { CreateOptions } from './documents/create-document.ts';
export type { DocumentPages, ListParams } from './documents/document-pages.ts';
export type { Documents } from './documents/documents.ts';
export type { PageParams } from './documents/read-document.ts';
export type { UploadData, UploadSource } from './documents/read-upload.ts';
export type { Download } from './downloads/download.ts';
export type { DownloadTarget } from './downloads/open-download.ts';
export type { SavedFile, SaveOptions } from './downloads/save-file.ts';
export { saveFile } from './downloads/save-file.ts';
export type { ApiErrorDetails } from './errors/api-error.ts';
export {
  AccessNotEnabledError,
  ApiError,
  FileTooLargeError,
  InsufficientCreditsError,
  InternalError,
  InvalidRequestError,
  InvalidStateError,
  NotFoundError,
  RateLimitError,
  UnauthorizedError,
} from './errors/api-error.ts';
export type { TimeLimitName } from './errors/call-errors.ts';
export {
  AbortedError,
  ConnectionError,
  OutcomeUnknownError,
  ResponseShapeError,
  TimeoutError,
} from './errors/call-errors.ts';
export type { SaveProblem, UploadProblem } from './errors/esign-error.ts';
export {
  EsignError,
  InvalidArgumentError,
  NotCompletedError,
  SaveFileError,
  UploadError,
} from './errors/esign-error.ts';
export { redactText, redactUrl } from './errors/redact.ts';
export type { ClientOptions } from './esign-client.ts';
export { EsignClient } from './esign-client.ts';
export type { SendResult } from './http/answer-shape.ts';
export type { Clock } from './http/clock.ts';
export type { CallOptions, UnsafeCallOptions } from './http/context.ts';
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent, SettleEvent } from './http/hooks.ts';
export type { NodeTransportOptions } from './http/node-transport.ts';
export { NodeTransport } from './http/node-transport.ts';
export type { Outcome, ResponseInfo } from './http/perform.ts';
export type { RawRequestOptions, RawResponse } from './http/raw-request.ts';
export type { ApiPromise } from './http/run-call.ts';
export type { AskedLimits, TimeLimits } from './http/time-limits.ts';
export type {
  AnswerHeaders,
  FailureDetails,
  FailurePhase,
  Transport,
  TransportAnswer,
  TransportLimits,
  TransportRequest,
} from './http/transport.ts';
export { TransportFailure } from './http/transport.ts';
export type { AppInfo } from './http/user-agent.ts';
export { CLIENT_VERSION } from './http/user-agent.ts';
export type { DoneDeliveries } from './webhooks/done-deliveries.ts';
export { DoneInMemory } from './webhooks/done-deliveries.ts';
export type { WebhookAnswer } from './webhooks/handle-delivery.ts';
export { makeEvent } from './webhooks/make-event.ts';
export type { RawBody } from './webhooks/raw-bytes.ts';
export { deliveryKey } from './webhooks/raw-bytes.ts';
export type { DeliveryFacts, ReceiveOptions, WebhookTrouble } from './webhooks/receive-options.ts';
export type { NodeRequest, WebhookReceiver } from './webhooks/receive-webhooks.ts';
export { receiveWebhooks } from './webhooks/receive-webhooks.ts';
export type {
  Delivery,
  DeliveryHeaders,
  OpenedWebhook,
  VerifyOptions,
} from './webhooks/verify-webhook.ts';
export { openWebhook, verifyWebhook } from './webhooks/verify-webhook.ts';
export type { UnknownWebhookEvent } from './webhooks/webhook-shape.ts';
export { isKnownEvent } from './webhooks/webhook-shape.ts';
export type { WebhookProblem } from './webhooks/webhook-signature-error.ts';
export { WebhookSignatureError } from './webhooks/webhook-signature-error.ts';
