import type { Writable } from 'node:stream';
import type { WebhookEvent } from '../contract/webhook-event.ts';
import { startPdfWorkers } from '../pdf/admission/workers.ts';
import type { Fonts } from '../pdf/fonts/fonts.ts';
import { openFolder } from './adapters/files/folder.ts';
import { loadEmbedded } from './adapters/postgres/embedded/load-embedded.ts';
import type { PostgresOptions } from './adapters/postgres/server/open-postgres.ts';
import { openPostgresStore } from './adapters/postgres/server/open-postgres.ts';
import { openWebhookSender } from './adapters/webhooks/http-sender.ts';
import { urlObjection } from './adapters/webhooks/target.ts';
import { findAssets } from './assets.ts';
import type { Origin } from './domain/audit.ts';
import { SYSTEM } from './domain/audit.ts';
import type { ApiHooks } from './http/api/api.ts';
import { buildApp } from './http/app.ts';
import type { Clock } from './ports/clock.ts';
import type { DocumentStore } from './ports/document-store.ts';
import type { Mailer } from './ports/mailer.ts';
import type { SigningGateway } from './ports/signing-gateway.ts';
import { changeAccount } from './use-cases/accounts/change-account.ts';
import type { NewAccount } from './use-cases/accounts/create-account.ts';
import { createAccount } from './use-cases/accounts/create-account.ts';
import type { LongTermProof, Seal, ServiceDeps } from './use-cases/deps.ts';
import type { OwnDocument } from './use-cases/documents/lock-own-document.ts';
import { resendLink } from './use-cases/documents/resend-link.ts';
import { startSweeps } from './use-cases/documents/run-sweeps.ts';
import type { WithdrawRequest } from './use-cases/documents/withdraw-document.ts';
import { withdrawDocument } from './use-cases/documents/withdraw-document.ts';
import type { MailItem } from './use-cases/mails/write-mail.ts';
import { writeMail } from './use-cases/mails/write-mail.ts';
import { startOutbox } from './use-cases/outbox/run-outbox.ts';
import { startResuming } from './use-cases/signatures/resume-signatures.ts';
import type {
  DeliveryQuery,
  NamedDelivery,
  ResendOrder,
} from './use-cases/webhooks/manage-deliveries.ts';
import {
  findOwnDelivery,
  listDeliveries,
  resendDeliveries,
  testEndpoint,
} from './use-cases/webhooks/manage-deliveries.ts';
import type { NewEndpoint, OwnEndpoint } from './use-cases/webhooks/manage-endpoints.ts';
import {
  activateSecret,
  addEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  switchEndpoint,
} from './use-cases/webhooks/manage-endpoints.ts';

/** A folder for the embedded database, or a PostgreSQL server. */
export type DatabasePlace =
  | { readonly folder: string }
  | Pick<PostgresOptions, 'url' | 'poolSize' | 'waitMs' | 'onWait'>;

/** Options of a service. */
export interface ServiceOptions {
  /** From `openDatabase`. The service closes it, also when it fails to start. */
  readonly store: Promise<DocumentStore>;
  /** Folder for documents. */
  readonly files: string;
  /** 32 bytes; authorises links and seals stored secrets. */
  readonly secret: Buffer;
  readonly seal: Seal;
  readonly gateway: SigningGateway;
  /** Timestamps and revocation lists for signatures; none by default. */
  readonly proof?: LongTermProof | undefined;
  readonly mailer: Mailer;
  readonly clock: Clock;
  /** The addresses that webhooks may reach. */
  readonly webhookAddresses: 'public' | 'loopback-too';
  /** Further networks that webhooks may reach, such as `10.1.0.0/16`. */
  readonly webhookNetworks?: readonly string[];
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Base of links; default: the listening address. */
  readonly publicUrl?: string;
  /** Networks of proxies, such as `10.1.0.0/16`: only their `X-Forwarded-For` is believed. None by default. */
  readonly trustProxy?: readonly string[];
  readonly logger: 'silent' | { readonly level: string; readonly stream?: Writable };
  readonly version: string;
  /** Hooks that run before the API's own, such as a sandbox's faults; none by default. */
  readonly apiHooks?: ApiHooks;
}

/** Manages accounts and webhooks beyond the API; the use cases document each method. */
export type ServiceAdmin = ReturnType<typeof adminOf>;

/** A running service. */
export interface RunningService {
  readonly url: string;
  readonly admin: ServiceAdmin;
  /** Stops requests, deliveries and workers, then closes the database. */
  close(): Promise<void>;
}

/**
 * Opens a service's database, migrated to the newest schema. `secret` is the service's.
 * @throws {DataFolderInUse} when another process has the embedded database open
 * @throws {DatabaseMissing} when the package of the embedded database is not installed
 * @throws {DatabaseRefused} when the service cannot work on the server's database
 */
export async function openDatabase(place: DatabasePlace, secret: Buffer): Promise<DocumentStore> {
  const { migrations, template } = findAssets(import.meta.url);
  if ('url' in place) return openPostgresStore({ ...place, migrations, sealKey: secret });
  const { openEmbeddedStore } = await loadEmbedded();
  return await openEmbeddedStore({ ...place, migrations, template, sealKey: secret });
}

/** Libraries and processes for PDFs would slow down the rest of the start. A request before that starts its own. */
const WARM_AFTER_MS = 500;

function warm({ pdf }: Pick<ServiceDeps, 'pdf'>): void {
  pdf.warm();
  import('../pdf/signing/prepare.ts').catch(() => undefined);
}

/** Closes everything opened so far; the newest is last. */
type Opened = (() => Promise<void>)[];

async function closeAll(opened: Opened): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

/**
 * Starts the service: the one place that pairs ports with adapters. A failed start leaves nothing open.
 * @throws {InvalidProxies} {DatabaseRefused}
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const opened: Opened = [];
  try {
    return await start(await open(options, opened), options, opened);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** The fonts of a folder, with their library: a start needs neither. */
function fontsIn(folder: URL): () => Promise<Fonts> {
  let loaded: Promise<Fonts> | undefined;
  return () => {
    loaded ??= import('../pdf/fonts/load-fonts.ts').then(({ loadFonts }) => loadFonts(folder));
    return loaded;
  };
}

async function open(options: ServiceOptions, opened: Opened) {
  const { clock, gateway, proof, secret, seal, version } = options;
  const assets = findAssets(import.meta.url);
  const store = await options.store;
  opened.push(() => store.close());
  const pdf = startPdfWorkers({ script: assets.pdfWorker });
  opened.push(() => pdf.close());
  const files = await openFolder(options.files);
  const links = { secret, baseUrl: options.publicUrl ?? '' };
  const fonts = fontsIn(assets.fonts);
  return { store, files, pdf, clock, gateway, links, seal, fonts, proof, version };
}

async function start(
  deps: Awaited<ReturnType<typeof open>>,
  options: ServiceOptions,
  opened: Opened,
): Promise<RunningService> {
  const { links } = deps;
  const { logger, apiHooks, trustProxy } = options;
  const { pages } = findAssets(import.meta.url);
  const app = buildApp(deps, { logger, trustProxy, pageFiles: pages, apiHooks });
  const report = (task: string) => (err: unknown) => app.log.error({ err }, `${task} failed`);
  const background: Opened = [];
  opened.push(
    () => closeAll(background),
    () => app.close(),
  );
  const url = await app.listen({ host: options.host, port: options.port });
  links.baseUrl ||= url;
  const outbox = openOutbox(deps, options, { background, onError: report('outbox') });
  deps.store.onBacklogFull((endpointId) =>
    app.log.warn({ endpointId }, 'backlog full: event skipped'),
  );
  const sweeps = startSweeps({ ...deps, onError: report('sweeping') });
  const resuming = startResuming({ ...deps, onError: report('resuming') });
  background.push(
    () => sweeps.close(),
    () => resuming.close(),
  );
  const warming = setTimeout(() => warm(deps), WARM_AFTER_MS);
  background.push(async () => clearTimeout(warming));
  return { url, admin: adminOf(deps, options, outbox), close: () => closeAll(opened) };
}

function reachOf({ webhookAddresses, webhookNetworks = [] }: ServiceOptions) {
  return { allowLoopback: webhookAddresses === 'loopback-too', allow: webhookNetworks };
}

function openOutbox(
  deps: ServiceDeps,
  options: ServiceOptions,
  { background, onError }: { background: Opened; onError: (error: unknown) => void },
) {
  const { mailer, version } = options;
  const sender = openWebhookSender({ ...reachOf(options), userAgent: `esign/${version}` });
  const { store, clock } = deps;
  const write = (item: MailItem) => writeMail(deps, item);
  const outbox = startOutbox({ store, sender, mailer, writeMail: write, clock, onError });
  background.push(
    () => sender.close(),
    () => outbox.close(),
  );
  return outbox;
}

const ofAccount = ({ accountId }: OwnDocument): Origin => ({
  ...SYSTEM,
  actor: `account:${accountId}`,
});

function adminOf(service: ServiceDeps, options: ServiceOptions, outbox: { wake(): void }) {
  const deps = { ...service, objectionTo: (url: URL) => urlObjection(url, reachOf(options)) };
  return {
    createAccount: (account: NewAccount) => createAccount(deps, account),
    changeAccount: (accountId: string, settings: unknown) =>
      changeAccount(deps, accountId, settings),
    withdrawDocument: (order: Omit<WithdrawRequest, 'origin'>) =>
      withdrawDocument(deps, { ...order, origin: ofAccount(order) }),
    resendLink: (own: OwnDocument) => resendLink(deps, { ...own, origin: ofAccount(own) }),
    addEndpoint: (endpoint: NewEndpoint) => addEndpoint(deps, endpoint),
    listEndpoints: (accountId: string) => listEndpoints(deps, accountId),
    switchEndpoint: (own: OwnEndpoint, enabled: boolean) => switchEndpoint(deps, own, enabled),
    removeEndpoint: (own: OwnEndpoint) => removeEndpoint(deps, own),
    rotateSecret: (own: OwnEndpoint, when: { isNow: boolean }) => rotateSecret(deps, own, when),
    activateSecret: (own: OwnEndpoint) => activateSecret(deps, own),
    testEndpoint: (own: OwnEndpoint, kind: WebhookEvent['event']) => testEndpoint(deps, own, kind),
    listDeliveries: (query: DeliveryQuery) => listDeliveries(deps, query),
    findDelivery: (named: NamedDelivery) => findOwnDelivery(deps, named),
    resendDeliveries: (order: ResendOrder) => resendDeliveries(deps, order),
    /** Looks for due work now, as after the clock was moved. */
    wakeOutbox: () => outbox.wake(),
  };
}
