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
export type { SendResult } from './answer-shape.ts';
export type { ApiErrorDetails } from './api-error.ts';
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
} from './api-error.ts';
export type { TimeLimitName } from './call-errors.ts';
export {
  AbortedError,
  ConnectionError,
  OutcomeUnknownError,
  ResponseShapeError,
  TimeoutError,
} from './call-errors.ts';
export type { Clock } from './clock.ts';
export type { CallOptions, UnsafeCallOptions } from './context.ts';
export type { CreateOptions } from './create-document.ts';
export type { DocumentPages, ListParams } from './document-pages.ts';
export type { Documents } from './documents.ts';
export type { DoneDeliveries } from './done-deliveries.ts';
export { DoneInMemory } from './done-deliveries.ts';
export type { Download } from './download.ts';
export type { ClientOptions } from './esign-client.ts';
export { EsignClient } from './esign-client.ts';
export type { SaveProblem, UploadProblem } from './esign-error.ts';
export {
  EsignError,
  InvalidArgumentError,
  NotCompletedError,
  SaveFileError,
  UploadError,
} from './esign-error.ts';
export type { WebhookAnswer } from './handle-delivery.ts';
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent, SettleEvent } from './hooks.ts';
export { makeEvent } from './make-event.ts';
export type { NodeTransportOptions } from './node-transport.ts';
export { NodeTransport } from './node-transport.ts';
export type { DownloadTarget } from './open-download.ts';
export type { Outcome, ResponseInfo } from './perform.ts';
export type { RawBody } from './raw-bytes.ts';
export { deliveryKey } from './raw-bytes.ts';
export type { RawRequestOptions, RawResponse } from './raw-request.ts';
export type { PageParams } from './read-document.ts';
export type { UploadData, UploadSource } from './read-upload.ts';
export type { DeliveryFacts, ReceiveOptions, WebhookTrouble } from './receive-options.ts';
export type { NodeRequest, WebhookReceiver } from './receive-webhooks.ts';
export { receiveWebhooks } from './receive-webhooks.ts';
export { redactText, redactUrl } from './redact.ts';
export type { ApiPromise } from './run-call.ts';
export type { SavedFile, SaveOptions } from './save-file.ts';
export { saveFile } from './save-file.ts';
export type { AskedLimits, TimeLimits } from './time-limits.ts';
export type {
  AnswerHeaders,
  FailureDetails,
  FailurePhase,
  Transport,
  TransportAnswer,
  TransportLimits,
  TransportRequest,
} from './transport.ts';
export { TransportFailure } from './transport.ts';
export type { AppInfo } from './user-agent.ts';
export { CLIENT_VERSION } from './user-agent.ts';
export type {
  Delivery,
  DeliveryHeaders,
  OpenedWebhook,
  VerifyOptions,
} from './verify-webhook.ts';
export { openWebhook, verifyWebhook } from './verify-webhook.ts';
export type { UnknownWebhookEvent } from './webhook-shape.ts';
export { isKnownEvent } from './webhook-shape.ts';
export type { WebhookProblem } from './webhook-signature-error.ts';
export { WebhookSignatureError } from './webhook-signature-error.ts';
