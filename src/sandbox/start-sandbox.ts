import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootPath } from './authority/pki/pki.ts';
import { serveAuthority } from './authority/serve-authority.ts';
import { whereaboutsPath } from './control/ask-control.ts';
import { checkWebhookUrl } from './control/check-webhook-url.ts';
import type { Whereabouts } from './control/control-face.ts';
import { SandboxRefused } from './control/sandbox-errors.ts';
import { steerSandbox } from './control/steer-sandbox.ts';
import type { Whole } from './desk/pages.ts';
import { serveDesk } from './desk/serve-desk.ts';
import { explainStart } from './explain-start.ts';
import { openListeners } from './listeners/open-listeners.ts';
import type { SandboxParts } from './open-parts.ts';
import { openParts } from './open-parts.ts';
import { listenNear } from './pages/serve-pages.ts';
import type { ServiceRunner } from './run-service.ts';
import { runService } from './run-service.ts';
import type { RunningSandbox, SandboxOptions } from './sandbox-options.ts';
import { writeSynced } from './write-synced.ts';

const LOOPBACK = '127.0.0.1';
const TOKEN_BYTES = 32;

type Closer = () => Promise<unknown>;

const besides = (port: number, step: number): number => (port === 0 ? 0 : port + step);

async function look(parts: SandboxParts, runner: ServiceRunner): Promise<Whole> {
  const { dataDir, keys, clock, inbox, phone, places } = parts;
  const endpoints = await runner.service().admin.listEndpoints(runner.accountId());
  return {
    baseUrl: runner.url,
    dataDir,
    authorityUrl: places.authorityUrl,
    rootPath: rootPath(dataDir),
    apiKey: keys.apiKey,
    accountId: runner.accountId(),
    now: clock.now(),
    mails: inbox.mails().length,
    texts: phone.messages().length,
    webhooks: endpoints,
  };
}

async function startServers(options: SandboxOptions, parts: SandboxParts, closers: Closer[]) {
  const { host = LOOPBACK, port } = options;
  const { places, inbox, phone } = parts;
  const phoneUrl = () => `${places.deskUrl}/phone`;
  const authorityServer = await serveAuthority({ ...parts, phoneUrl });
  closers.push(() => authorityServer.close());
  places.authorityUrl = await listenNear(authorityServer, { host, port: besides(port, 2) });
  const action = `${places.authorityUrl}/sign`;
  const runner = await runService(parts, { ...options, host, action });
  places.returnUrl = `${runner.url}/gateway/return`;
  closers.push(() => runner.close());
  const steered = steerSandbox(parts, runner);
  const listeners = await openListeners(parts, runner, { control: steered });
  closers.push(() => listeners.close());
  const reset = () => steered.reset().then(() => listeners.restore());
  const control = { ...steered, reset };
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const lookNow = () => look(parts, runner);
  const deskServer = await serveDesk({ control, listeners, token, inbox, phone, look: lookNow });
  closers.push(() => deskServer.close());
  places.deskUrl = await listenNear(deskServer, { host: LOOPBACK, port: besides(port, 1) });
  return { baseUrl: runner.url, deskUrl: places.deskUrl, token };
}

async function announce(dataDir: string, where: Omit<Whereabouts, 'pid'>, closers: Closer[]) {
  const file = whereaboutsPath(dataDir);
  await writeSynced(file, JSON.stringify({ pid: process.pid, ...where }, null, 2));
  closers.push(() => rm(file, { force: true }));
}

async function closeAll(closers: Closer[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

function checkOtp({ otp }: SandboxOptions): void {
  if (otp === undefined || /^\d{6}$/.test(otp)) return;
  throw new SandboxRefused('invalid_request', 'A code has 6 digits.');
}

/**
 * Starts a sandbox: the test authority, the service, and the desk (dashboard, inbox, phone, control).
 * @throws {DataFolderInUse} when another process has the data folder open; {PortInUse}; {SandboxRefused} when a webhook has no
 * web address, the code not 6 digits, the host none of this machine, or the data no folder that can be written
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  for (const url of options.webhooks) checkWebhookUrl(url);
  checkOtp(options);
  const closers: Closer[] = [];
  try {
    const dataDir = options.ephemeral
      ? await mkdtemp(join(tmpdir(), 'esign-sandbox-'))
      : options.dataDir;
    if (options.ephemeral) closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const parts = await openParts(dataDir, options);
    const where = await startServers(options, parts, closers);
    await announce(dataDir, where, closers);
    return {
      baseUrl: where.baseUrl,
      apiKey: parts.keys.apiKey,
      webhookSecret: parts.keys.webhookSecret,
      dashboardUrl: where.deskUrl,
      inboxUrl: `${where.deskUrl}/inbox`,
      authorityUrl: parts.places.authorityUrl,
      dataDir,
      close: () => closeAll(closers),
    };
  } catch (error) {
    await closeAll(closers);
    throw explainStart(error, options);
  }
}
