import { Server as TlsServer } from 'node:tls';
import { MINUTE_MS } from '../contract/durations.ts';
import { startPdfWorkers } from '../pdf/admission/workers.ts';
import type { Fonts } from '../pdf/fonts/fonts.ts';
import { findAssets } from './assets.ts';
import { pollPayments } from './billing/orders/settle-payment.ts';
import { tellEnds } from './billing/tell-owners.ts';
import { checkInstallation } from './core/check-installation.ts';
import type { ServiceDeps } from './core/deps.ts';
import type { ProcessRole } from './core/installation.rules.ts';
import { fingerprintsOf, ROLES } from './core/installation.rules.ts';
import type { MailItem } from './core/outbox/outbox.rules.ts';
import { startOutbox } from './core/outbox/run-outbox.ts';
import { startRenewals, startRetention, startSweeps } from './core/retention/run-retention.ts';
import type { RegularRun } from './core/run-regularly.ts';
import { runRegularly } from './core/run-regularly.ts';
import { startResuming } from './core/signing/resume-signatures.ts';
import { openDependencyHealth } from './operations/health/dependency-health.ts';
import { watchFiles, watchParts, watchWork } from './operations/health/watch-dependencies.ts';
import type { FileStore } from './ports/file-store.ts';
import type { ServiceAdmin } from './service-admin.ts';
import { adminOf, reachOf } from './service-admin.ts';
import type { ServiceOptions } from './service-options.ts';
import { buildApp } from './web/app.ts';
import type { Serving } from './web/health.ts';
import { openPdfLimits } from './web/kit/limit-pdfs.ts';
import { logOnceAMinute } from './web/kit/once-a-minute.ts';
import type { TlsIdentity } from './web/server-options.ts';
import { tlsOptions } from './web/server-options.ts';
import { announceExpiries } from './webhooks/announce-expiries.ts';
import { openWebhookSender } from './webhooks/http-sender.adapter.ts';
import { urlObjection } from './webhooks/target.adapter.ts';
import { writeMail } from './write-mail.ts';

export interface RunningService {
  readonly url: string;
  readonly admin: ServiceAdmin;
  /** Makes `/readyz` respond 503, so load balancers go elsewhere. Nothing else changes. */
  drain(): void;
  /** Sets the log level and, for HTTPS, the certificate for new connections. */
  renew(changed: { readonly logLevel: string; readonly tls: TlsIdentity | undefined }): void;
  /** Stops requests, deliveries and workers, then closes the database. */
  close(): Promise<void>;
}

/** Loads PDF code after startup, which it would slow down. Earlier requests load their own. */
const WARM_AFTER_MS = 500;

function warm({ pdf }: Pick<ServiceDeps, 'pdf'>): void {
  pdf.warm();
  import('../pdf/signing/prepare.ts').catch(() => undefined);
}

/** Closing functions, the newest last. */
type Opened = (() => Promise<void>)[];

async function closeAll(opened: Opened): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

/** The only place that connects ports to adapters. @throws {InvalidProxies} {DatabaseRefused} */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const opened: Opened = [];
  try {
    return await start(await open(options, opened), options, opened);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** Loaded on first use, with their library. */
function fontsIn(folder: URL): () => Promise<Fonts> {
  let loaded: Promise<Fonts> | undefined;
  return () => {
    loaded ??= import('../pdf/fonts/load-fonts.ts').then(({ loadFonts }) => loadFonts(folder));
    return loaded;
  };
}

/** Closes the database or the files if the other fails to open. */
async function openStores({ store, files }: ServiceOptions, opened: Opened): Promise<FileStore> {
  const [whenStore, whenFiles] = await Promise.allSettled([store, files]);
  if (whenStore.status === 'fulfilled') opened.push(() => whenStore.value.close());
  if (whenFiles.status === 'fulfilled') opened.push(() => whenFiles.value.close());
  await store;
  return await files;
}

async function open(options: ServiceOptions, opened: Opened) {
  const { clock, gateways, keys, seals, version, quotas } = options;
  const assets = findAssets(import.meta.url);
  const health = openDependencyHealth();
  const files = watchFiles(await openStores(options, opened), health);
  const store = await options.store;
  const fingerprints = fingerprintsOf(keys);
  const { installation: policy, publicUrl = null, formerUrls } = options;
  const expected = { policy, publicUrl, formerUrls, fingerprints };
  await checkInstallation({ store, files, clock }, expected);
  const { pdfSecondsPerMinute: seconds } = options;
  const limits = seconds === undefined ? undefined : openPdfLimits(store, seconds);
  if (limits) opened.push(() => limits.close());
  const pdf = startPdfWorkers({ script: assets.pdfWorker, limits });
  opened.push(() => pdf.close());
  const [secret, ...formerSecrets] = keys.links;
  const links = { secret, formerSecrets, baseUrl: options.publicUrl ?? '' };
  const fonts = fontsIn(assets.fonts);
  const reach = reachOf(options);
  const objectionTo = (url: URL) => urlObjection(url, reach);
  const sessionClock = { now: () => new Date() };
  const own = { store, files, pdf, clock, sessionClock, gateways, links, seals, fonts, health };
  return { ...own, ...watchParts(options, health), objectionTo, quotas, version };
}

type OpenDeps = Awaited<ReturnType<typeof open>>;

const does = ({ roles = ROLES }: Pick<ServiceOptions, 'roles'>, role: ProcessRole): boolean =>
  roles.includes(role);

async function start(
  deps: OpenDeps,
  options: ServiceOptions,
  opened: Opened,
): Promise<RunningService> {
  const { links } = deps;
  const serving = { isOpen: true };
  const app = await openApp(deps, options, { opened, serving });
  const logFailure = logOnceAMinute(app.log);
  deps.health.logTo((fields, message) => app.log.warn(fields, message));
  const report = (task: string) => (error: unknown) => logFailure(error, `${task} failed`);
  const background: Opened = [];
  opened.push(
    () => closeAll(background),
    () => app.close(),
  );
  const url = await app.listen({ host: options.host, port: options.port });
  links.baseUrl ||= url;
  const work = { options, background, report };
  const outbox = does(options, 'delivery') ? startDelivery(deps, work) : { wake: () => undefined };
  const houses = does(options, 'housekeeping') ? startHousekeeping(deps, work) : [];
  deps.store.onBacklogFull((endpointId) =>
    app.log.warn({ endpointId }, 'backlog full: event skipped'),
  );
  const hasPdfs = does(options, 'web') || does(options, 'delivery');
  const warming = hasPdfs ? setTimeout(() => warm(deps), WARM_AFTER_MS) : undefined;
  background.push(async () => clearTimeout(warming));
  const wake = () => {
    for (const one of [outbox, ...houses]) one.wake();
  };
  const admin = adminOf(deps, { wake });
  const drain = () => {
    serving.isOpen = false;
  };
  const renew: RunningService['renew'] = ({ logLevel, tls }) => {
    app.log.level = logLevel;
    if (tls && app.server instanceof TlsServer) app.server.setSecureContext(tlsOptions(tls));
  };
  return { url, admin, drain, renew, close: () => closeAll(opened) };
}

interface Background {
  readonly options: ServiceOptions;
  readonly background: Opened;
  readonly report: (task: string) => (error: unknown) => void;
}

function startDelivery(deps: OpenDeps, { options, background, report }: Background) {
  const outbox = openOutbox(deps, options, { background, onError: report('outbox') });
  const resuming = startResuming({ ...deps, onError: report('resuming') });
  background.push(() => resuming.close());
  return outbox;
}

/** Starts periodic work. Returns what to wake when the clock is moved. */
function startHousekeeping(deps: OpenDeps, { background, report }: Background): RegularRun[] {
  const { billing, proof, clock } = deps;
  const every = (minutes: number, task: string, run: (signal: AbortSignal) => Promise<void>) =>
    runRegularly({ clock, everyMs: minutes * MINUTE_MS, run, onError: report(task) });
  const pay = billing && { ...deps, billing, onError: report('payments') };
  const woken = [
    ...(pay ? [every(5, 'payments', (signal) => pollPayments(pay, signal))] : []),
    every(1, 'expiries', (signal) => announceExpiries(deps, signal)),
    every(5, 'notices', (signal) => tellEnds(deps, signal)),
  ];
  const all = [
    startSweeps({ ...deps, onError: report('sweeping') }),
    startRetention({ ...deps, onError: report('retention') }),
    runRegularly({ everyMs: MINUTE_MS, run: () => watchWork(deps), onError: report('watching') }),
    ...(proof?.renews ? [startRenewals({ ...deps, proof, onError: report('renewals') })] : []),
    ...woken,
  ];
  background.push(...all.map((one) => () => one.close()));
  return woken;
}

async function openApp(
  deps: OpenDeps,
  options: ServiceOptions,
  { opened, serving }: { opened: Opened; serving: Serving },
) {
  const { logger, apiHooks, accountLimit, dashboardAddition, trustProxy, tls } = options;
  const { pages: pageFiles } = findAssets(import.meta.url);
  const meters = await openMetrics(deps, options, opened);
  const limits = {
    accountLimit,
    serving,
    isWeb: does(options, 'web'),
    formerUrls: options.formerUrls,
    onAnswered: meters?.observe,
  };
  const connections = options.maxConnections === undefined ? {} : { max: options.maxConnections };
  const exposed = { connections, logger, trustProxy, tls, pageFiles, apiHooks, dashboardAddition };
  return buildApp(deps, { ...exposed, ...limits });
}

/** Their library is loaded only where they are served. */
async function openMetrics(
  deps: OpenDeps,
  { metrics: place, certificates = () => [] }: ServiceOptions,
  opened: Opened,
) {
  if (!place) return undefined;
  const { openMeters, serveMetrics } = await import('./operations/serve/meters.ts');
  const meters = openMeters(deps, certificates);
  const { close } = await serveMetrics(meters, place);
  opened.push(close);
  return meters;
}

function openOutbox(
  deps: OpenDeps,
  options: ServiceOptions,
  { background, onError }: { background: Opened; onError: (error: unknown) => void },
) {
  const { version } = options;
  const sender = openWebhookSender({ ...reachOf(options), userAgent: `esign/${version}` });
  const { store, clock, mailer } = deps;
  const write = (item: MailItem) => writeMail(deps, item);
  const outbox = startOutbox({ store, sender, mailer, writeMail: write, clock, onError });
  background.push(
    async () => mailer.close?.(),
    () => sender.close(),
    () => outbox.close(),
  );
  return outbox;
}
