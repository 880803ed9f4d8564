import type { Writable } from 'node:stream';
import type { Billing } from './billing/billing-deps.ts';
import type { InstallationPolicy } from './core/check-installation.ts';
import type { Gateways, LongTermProof } from './core/deps.ts';
import type { ProcessRole } from './core/installation.rules.ts';
import type { Quotas } from './core/quotas.rules.ts';
import type { IdentityProvider } from './members/sign-in/provider-trip.rules.ts';
import type { DatabaseKeys } from './open-database.ts';
import type { KnownCertificate, MetricsPlace } from './operations/serve/meters.ts';
import type { Clock } from './ports/clock.ts';
import type { FileStore } from './ports/file-store.ts';
import type { Mailer } from './ports/mailer.ts';
import type { Seal } from './ports/seal.ts';
import type { DocumentStore } from './store/store.ts';
import type { ApiHooks } from './web/api/mount-api.ts';
import type { DashboardAddition } from './web/dashboard/mount-dashboard.ts';
import type { TlsIdentity } from './web/server-options.ts';

export interface ServiceOptions {
  /** From `openDatabase`. The service closes it, even if it fails to start. */
  readonly store: Promise<DocumentStore>;
  /** The service closes it, even if it fails to start. */
  readonly files: FileStore | Promise<FileStore>;
  /** What to do if the database and files have no installation yet. */
  readonly installation: InstallationPolicy;
  readonly keys: DatabaseKeys;
  /** The first valid one seals completion certificates. */
  readonly seals: readonly Seal[];
  /** In the order offered to signers. */
  readonly gateways: Gateways;
  /** Timestamps and revocation lists; none by default. */
  readonly proof?: LongTermProof | undefined;
  /** Nothing is sold by default. */
  readonly billing?: Billing | undefined;
  /** Sign-in to the dashboard for members of some domains; none by default. */
  readonly identityProviders?: readonly IdentityProvider[];
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly webhookAddresses: 'public' | 'loopback-too';
  /** More networks that webhooks may reach, such as `10.1.0.0/16`. */
  readonly webhookNetworks?: readonly string[];
  /** Networks of proxies whose `X-Forwarded-For` is trusted; none by default. */
  readonly trustProxy?: readonly string[];
  /** All by default. */
  readonly roles?: readonly ProcessRole[];
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** For HTTPS only; HTTP by default. */
  readonly tls?: TlsIdentity | undefined;
  /** Base of links; by default the listening address. */
  readonly publicUrl?: string;
  /** Those at which the service is still reached; none by default. */
  readonly formerUrls?: readonly string[];
  /** Concurrent connections; default as in `CONNECTION_LIMITS`. */
  readonly maxConnections?: number;
  /** Per account; `DEFAULT_QUOTAS` by default. */
  readonly quotas?: Quotas;
  /** API requests a minute per account; unlimited by default. */
  readonly accountLimit?: number;
  /** CPU seconds per minute and account for PDFs; also limits its queue. No limit by default. */
  readonly pdfSecondsPerMinute?: number;
  /** Where to serve metrics; nowhere by default. */
  readonly metrics?: MetricsPlace | undefined;
  /** Certificates whose expiry is in the metrics; none by default. */
  readonly certificates?: () => readonly KnownCertificate[];
  readonly logger: 'silent' | { readonly level: string; readonly stream?: Writable };
  readonly version: string;
  /** Pages added to the dashboard, such as a sandbox's; none by default. */
  readonly dashboardAddition?: DashboardAddition | undefined;
  /** Run before the API's own, such as a sandbox's faults; none by default. */
  readonly apiHooks?: ApiHooks;
}
