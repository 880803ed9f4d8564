/** The service's public interface: how to start it, and the ports to provide. */

export type { BucketOptions } from './adapters/files/bucket/bucket-options.ts';
export { BucketRefused } from './adapters/files/bucket/bucket-options.ts';
export { openFolder } from './adapters/files/folder.ts';
export { openBucket } from './adapters/files/open-bucket.ts';
export { esignGateway } from './adapters/gateway/esign-gateway.ts';
export { writeMessage } from './adapters/mail/mail-message.ts';
export { openSmtpMailer } from './adapters/mail/smtp-mailer.ts';
export { InvalidMailServer } from './adapters/mail/smtp-url.ts';
export { syncTree } from './adapters/postgres/embedded/data-folder.ts';
export { DataFolderInUse, lockFolder } from './adapters/postgres/embedded/lock-folder.ts';
export { httpLists } from './adapters/proof/http-lists.ts';
export { httpTimestamps } from './adapters/proof/http-timestamps.ts';
export type { DeliverySummary, LoggedAttempt, LoggedDelivery } from './domain/delivery.ts';
export { DomainError } from './domain/domain-error.ts';
export type { Mail } from './domain/outbox.ts';
export type { ShownEndpoint } from './domain/webhook-endpoint.ts';
export { shownEndpoint } from './domain/webhook-endpoint.ts';
export { NO_VALIDATOR } from './http/no-validator.ts';
export type { Clock } from './ports/clock.ts';
export type { DocumentStore } from './ports/document-store.ts';
export type { FileStore } from './ports/file-store.ts';
export type { Mailer } from './ports/mailer.ts';
export type {
  BrowserForm,
  GatewayAnswer,
  GatewayRequest,
  SigningGateway,
} from './ports/signing-gateway.ts';
export { GatewayAnswerRefused } from './ports/signing-gateway.ts';
export type { RunningService, ServiceAdmin, ServiceOptions } from './start.ts';
export { openDatabase, startService } from './start.ts';
export type { InstallationPolicy } from './use-cases/installation/check-installation.ts';
export { InstallationMismatch } from './use-cases/installation/check-installation.ts';
