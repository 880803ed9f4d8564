export type {
  CreatedDocument,
  Document,
  DocumentList,
  DocumentStatus,
  DocumentSummary,
  SentDocument,
} from '../contract/document.ts';
export type { ErrorCode } from '../contract/errors.ts';
export type {
  Ended,
  ExternalId,
  FoundDocument,
  FoundText,
  FoundTexts,
  ResentLink,
  SearchResult,
  Timeline,
  TimelineEntry,
  WithdrawnDocument,
} from '../contract/extensions/extensions.ts';
export type { EndingKind } from '../contract/extensions/names.ts';
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
  ExtraEvent,
  SignerSignedEvent,
  WebhookEvent,
} from '../contract/webhooks/webhook-event.ts';
export { EVENT_HEADER, SIGNATURE_HEADER } from '../contract/webhooks/webhook-headers.ts';
export { signWebhook } from '../contract/webhooks/webhook-signature.ts';
export type { Given } from './documents/add-signers-and-settle.ts';
export type { CreateOptions } from './documents/create-and-settle.ts';
export type { DocumentPages, ListParams, PageParams } from './documents/document-reads.ts';
export type { Documents } from './documents/documents.ts';
export type { ResendOptions, SearchParams, WithdrawOptions } from './documents/extension-calls.ts';
export type { UploadData, UploadSource } from './documents/upload.ts';
export type { Download } from './downloads/download.ts';
export type { DownloadTarget } from './downloads/request-download.ts';
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
export { EsignError, isEsignError } from './errors/esign-error.ts';
export { redactText, redactUrl } from './errors/redact.ts';
export type { SaveProblem, UploadProblem } from './errors/usage-errors.ts';
export {
  InvalidArgumentError,
  NotCompletedError,
  SaveFileError,
  UploadError,
} from './errors/usage-errors.ts';
export { CLIENT_VERSION, EsignClient } from './esign-client.ts';
export type { AskedLimits, CallOptions, TimeLimits, UnsafeCallOptions } from './http/context.ts';
export type { Fetch } from './http/fetch-transport.ts';
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent, SettleEvent } from './http/hooks.ts';
export { logHooks } from './http/hooks.ts';
export type { MakeAgent, NodeTransportOptions } from './http/node-transport.ts';
export { NodeTransport } from './http/node-transport.ts';
export { proxyAgent } from './http/proxy-agent.ts';
export type { RawRequestOptions, RawResponse } from './http/raw-request.ts';
export type { SendResult } from './http/response-shape.ts';
export type { ApiPromise, Outcome, ResponseInfo } from './http/run-call.ts';
export type { Clock } from './http/system-clock.ts';
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
export type { AppInfo, ClientOptions } from './options/client-options.ts';
export type {
  OpenedWebhook,
  UnknownWebhookEvent,
  VerifyOptions,
} from './webhooks/check-delivery.ts';
export { isKnownEvent } from './webhooks/check-delivery.ts';
export type { WebhookAnswer } from './webhooks/handle-delivery.ts';
export { makeEvent } from './webhooks/make-event.ts';
export type { RawBody } from './webhooks/raw-bytes.ts';
export type { Delivery, DeliveryHeaders } from './webhooks/read-delivery.ts';
export type {
  DeliveryFacts,
  DoneDeliveries,
  ReceiveOptions,
  WebhookTrouble,
} from './webhooks/receive-options.ts';
export { DoneInMemory } from './webhooks/receive-options.ts';
export type { NodeRequest, WebhookReceiver } from './webhooks/receive-webhooks.ts';
export { receiveWebhooks } from './webhooks/receive-webhooks.ts';
export { deliveryKey, openWebhook, verifyWebhook } from './webhooks/verify-webhook.ts';
export type { WebhookProblem } from './webhooks/webhook-signature-error.ts';
export { WebhookSignatureError } from './webhooks/webhook-signature-error.ts';
