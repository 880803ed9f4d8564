/** The service's public interface: how to start it, and the ports to provide. */

export type { BucketOptions } from './adapters/files/bucket/bucket-options.ts';
export { BucketRefused } from './adapters/files/bucket/bucket-options.ts';
export { openFolder } from './adapters/files/folder.ts';
export { openBucket } from './adapters/files/open-bucket.ts';
export { esignGateway } from './adapters/gateway/esign-gateway.ts';
export { scanXml } from './adapters/gateway/scan-xml.ts';
export { writeMessage } from './adapters/mail/mail-message.ts';
export { openSmtpMailer } from './adapters/mail/smtp-mailer.ts';
export { InvalidMailServer } from './adapters/mail/smtp-url.ts';
export { SandboxPayments } from './adapters/payments/sandbox-payments.ts';
export { httpLists } from './adapters/proof/http-lists.ts';
export { httpTimestamps } from './adapters/proof/http-timestamps.ts';
export { keySeal } from './adapters/proof/key-seal.ts';
export { exampleConfig } from './config/example.ts';
export type { ConfigSource, LoadedConfig } from './config/load-config.ts';
export { loadConfig } from './config/load-config.ts';
export type { Problem } from './config/problem.ts';
export { ConfigRefused } from './config/problem.ts';
export type { Config } from './config/schema/schema.ts';
export { DEFAULT_PRICES } from './domain/billing/prices.ts';
export { DomainError } from './domain/domain-error.ts';
export { asOperator } from './domain/members/permissions.ts';
export type { Mail } from './domain/outbox.ts';
export type { DeliverySummary, LoggedAttempt, LoggedDelivery } from './domain/webhooks/delivery.ts';
export type { ShownEndpoint } from './domain/webhooks/webhook-endpoint.ts';
export { shownEndpoint } from './domain/webhooks/webhook-endpoint.ts';
export type { DashboardAddition } from './http/dashboard/dashboard.ts';
export { choiceField } from './http/dashboard/fields.ts';
export { buttonForm, countIn, form, pathPart, textOf } from './http/dashboard/form.ts';
export type { DashboardRoutes } from './http/dashboard/routes.ts';
export type { DashboardPage } from './http/dashboard/shell.ts';
export { facts, table } from './http/dashboard/table.ts';
export { timeOf } from './http/dashboard/time.ts';
export type { Visit } from './http/dashboard/visit.ts';
export { mailFrame, sendFramedMail } from './http/mail-frame.ts';
export { refuseUnstorable } from './http/request-text.ts';
export { SERVER_OPTIONS } from './http/server-options.ts';
export { InvalidProxies } from './http/trusted-proxies.ts';
export { openDatabase } from './open-database.ts';
export type { Clock } from './ports/clock.ts';
export type { FileStore } from './ports/file-store.ts';
export type { Mailer } from './ports/mailer.ts';
export type {
  BrowserForm,
  GatewayAnswer,
  GatewayRequest,
  SigningGateway,
} from './ports/signing-gateway.ts';
export { GatewayAnswerRefused } from './ports/signing-gateway.ts';
export { openAnswerJudge } from './serve/adapters-of.ts';
export type { CheckResult } from './serve/checks/check.ts';
export type { OpenedAccount, Operator } from './serve/operator.ts';
export { createInstallation, migrate, operate } from './serve/operator.ts';
export type { Serving } from './serve/serve.ts';
export { checkDeployment, serve } from './serve/serve.ts';
export type { ServiceAdmin } from './service-admin.ts';
export type { ServiceOptions } from './service-options.ts';
export type { RunningService } from './start.ts';
export { startService } from './start.ts';
export { DatabaseRefused } from './store/database-refused.ts';
export { syncTree } from './store/embedded/data-folder.ts';
export { DataFolderInUse, lockFolder } from './store/embedded/lock-folder.ts';
export type { DocumentStore } from './store/store.ts';
export { setSubscription } from './use-cases/accounts/set-subscription.ts';
export type { Billing } from './use-cases/billing/billing-deps.ts';
export type { InstallationPolicy } from './use-cases/check-installation.ts';
export { InstallationMismatch } from './use-cases/check-installation.ts';
