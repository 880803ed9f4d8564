import type { Writable } from 'node:stream';
import type { Quotas } from './domain/quotas.ts';
import type { Role } from './domain/roles.ts';
import type { ApiHooks } from './http/api/api.ts';
import type { DashboardAddition } from './http/dashboard/dashboard.ts';
import type { TlsIdentity } from './http/tls.ts';
import type { MetricsPlace } from './metrics/listener.ts';
import type { KnownCertificate } from './metrics/meters.ts';
import type { ServiceKeys } from './open-database.ts';
import type { Clock } from './ports/clock.ts';
import type { FileStore } from './ports/file-store.ts';
import type { IdentityProvider } from './ports/identity-provider.ts';
import type { Mailer } from './ports/mailer.ts';
import type { Seal } from './ports/seal.ts';
import type { DocumentStore } from './store/store.ts';
import type { Billing } from './use-cases/billing/billing-deps.ts';
import type { InstallationPolicy } from './use-cases/check-installation.ts';
import type { Gateways, LongTermProof } from './use-cases/deps.ts';

/** Options of a service. */
export interface ServiceOptions {
  /** From `openDatabase`. The service closes it, also when it fails to start. */
  readonly store: Promise<DocumentStore>;
  /** The service closes it, also when it fails to start. */
  readonly files: FileStore | Promise<FileStore>;
  /** Behaviour when database and files have no installation yet. */
  readonly installation: InstallationPolicy;
  readonly keys: ServiceKeys;
  /** Of these, the first that is valid seals completion certificates. */
  readonly seals: readonly Seal[];
  /** In the order in which signers are offered them. */
  readonly gateways: Gateways;
  /** Timestamps and revocation lists for signatures; none by default. */
  readonly proof?: LongTermProof | undefined;
  /** The shop; nothing is sold by default. */
  readonly billing?: Billing | undefined;
  /** Where members of some domains sign in to the dashboard; nowhere by default. */
  readonly identityProviders?: readonly IdentityProvider[];
  readonly mailer: Mailer;
  readonly clock: Clock;
  /** The addresses that webhooks may reach. */
  readonly webhookAddresses: 'public' | 'loopback-too';
  /** Further networks that webhooks may reach, such as `10.1.0.0/16`. */
  readonly webhookNetworks?: readonly string[];
  /** Networks of proxies whose `X-Forwarded-For` counts; none by default. */
  readonly trustProxy?: readonly string[];
  /** Roles of the process; all by default. */
  readonly roles?: readonly Role[];
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Makes it speak HTTPS only; HTTP by default. */
  readonly tls?: TlsIdentity | undefined;
  /** Base of links; default: the listening address. */
  readonly publicUrl?: string;
  /** Most connections that are open at a time; `CONNECTION_LIMITS` says how many by default. */
  readonly maxConnections?: number;
  /** Quotas of an account; `DEFAULT_QUOTAS` by default. */
  readonly quotas?: Quotas;
  /** Requests a minute of one account to the API; no limit by default. */
  readonly accountLimit?: number;
  /** Seconds of processor time a minute that reading PDFs may take for one account, which then also queues; no limits by default. */
  readonly pdfSecondsPerMinute?: number;
  /** Where metrics are served; nowhere by default. */
  readonly metrics?: MetricsPlace | undefined;
  /** Certificates whose ends are in the metrics; none by default. */
  readonly certificates?: () => readonly KnownCertificate[];
  readonly logger: 'silent' | { readonly level: string; readonly stream?: Writable };
  readonly version: string;
  /** Pages that are added to the dashboard, such as a sandbox's; none by default. */
  readonly dashboardAddition?: DashboardAddition | undefined;
  /** Hooks that run before the API's own, such as a sandbox's faults; none by default. */
  readonly apiHooks?: ApiHooks;
}
