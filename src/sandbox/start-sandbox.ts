import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../locks/error-code.ts';
import type { DocumentStore } from '../service/index.ts';
import { DomainError, InstallationMismatch, InvalidMailServer } from '../service/index.ts';
import { serveAuthority } from './authority/serve-authority.ts';
import type { RunInfo } from './control/control-client.ts';
import { runInfoPath } from './control/control-client.ts';
import { openListeners } from './control/listener-registry.ts';
import { checkWebhookUrl, SandboxRefused } from './control/sandbox-errors.ts';
import { asRefusal, serveControl } from './control/serve-control.ts';
import { openDesk } from './desk/desk.ts';
import { DESK } from './desk/desk-words.ts';
import type { SandboxParts } from './open-parts.ts';
import { openParts } from './open-parts.ts';
import { listenNear } from './page-server.ts';
import type { ServiceRunner } from './run-service.ts';
import { openSandboxDatabase, runService } from './run-service.ts';
import type { RunningSandbox, SandboxOptions } from './sandbox-options.ts';
import { makeDataFolder, writeSynced } from './saved-files.ts';
import { openServiceKeys } from './saved-state.ts';

const LOOPBACK = '127.0.0.1';
const TOKEN_BYTES = 32;

type Closer = () => Promise<unknown>;

/** The same at each start, since certificates name it. */
const authorityPort = (port: number): number => (port === 0 ? 0 : port + 2);

async function startServers(
  options: SandboxOptions,
  {
    parts,
    store,
    closers,
  }: { parts: SandboxParts; store: Promise<DocumentStore>; closers: Closer[] },
) {
  const { host = LOOPBACK, port } = options;
  const { places } = parts;
  const authorityServer = await serveAuthority({ ...parts, phoneUrl: () => places.phoneUrl });
  closers.push(() => authorityServer.close());
  places.authorityUrl = await listenNear(authorityServer, { host, port: authorityPort(port) });
  const action = `${places.authorityUrl}/sign`;
  let runner: ServiceRunner | undefined;
  const desk = openDesk({ parts, wake: () => runner?.service().admin.wakeOutbox() });
  runner = await runService(parts, { ...options, host, action, desk }, store);
  places.returnUrl = `${runner.url}/gateway/return`;
  places.phoneUrl = `${runner.url}${DESK.phone}`;
  closers.push(() => runner.close());
  const listeners = await openListeners(parts, runner);
  closers.push(() => listeners.close());
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const control = serveControl({ parts, runner, listeners, token });
  closers.push(() => control.close());
  const controlUrl = await control.listen({ host: LOOPBACK, port: 0 });
  return { baseUrl: runner.url, controlUrl, token, runner };
}

async function writeRunInfo(dataDir: string, info: Omit<RunInfo, 'pid'>, closers: Closer[]) {
  const file = runInfoPath(dataDir);
  await writeSynced(file, JSON.stringify({ pid: process.pid, ...info }, null, 2));
  closers.push(() => rm(file, { force: true }));
}

async function closeAll(closers: Closer[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

function checkOtp({ otp }: SandboxOptions): void {
  if (otp === undefined || /^\d{6}$/.test(otp)) return;
  throw new SandboxRefused('invalid_request', 'The code must have 6 digits.');
}

const NO_ADDRESS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'];
const NOT_ALLOWED = ['EACCES', 'EPERM', 'EROFS'];

const isOneOf = (error: unknown, codes: readonly string[]): boolean =>
  codes.some((code) => codeOf(error) === code);

const cameFrom = (error: unknown, syscall: string): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === syscall;

/** Makes system errors caused by the options readable. Returns other errors unchanged. */
export function explainStart(
  error: unknown,
  { host, port, dataDir }: Pick<SandboxOptions, 'host' | 'port' | 'dataDir'>,
): unknown {
  const refused = (message: string) =>
    new SandboxRefused('invalid_request', message, { cause: error });
  if (error instanceof DomainError) return asRefusal(error);
  if (error instanceof InvalidMailServer) return refused(error.message);
  if (error instanceof InstallationMismatch) {
    return new SandboxRefused('invalid_state', error.message, { cause: error });
  }
  if (isOneOf(error, NO_ADDRESS)) return refused(`${host} is not an address of this machine.`);
  if (cameFrom(error, 'listen') && isOneOf(error, NOT_ALLOWED)) {
    return refused(`No permission to listen on port ${port}. Choose one above 1023.`);
  }
  if (isOneOf(error, ['EEXIST', 'ENOTDIR'])) {
    return refused(`${dataDir} is not a folder. Choose another one for the data.`);
  }
  if (!isOneOf(error, NOT_ALLOWED)) return error;
  return refused(`No permission to write to ${dataDir}. Choose another folder for the data.`);
}

/** Throws DataFolderInUse, PortInUse, or SandboxRefused for an invalid option. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  for (const url of options.webhooks) checkWebhookUrl(url);
  checkOtp(options);
  const closers: Closer[] = [];
  try {
    const dataDir = options.ephemeral
      ? await mkdtemp(join(tmpdir(), 'esign-sandbox-'))
      : options.dataDir;
    if (options.ephemeral) closers.push(() => rm(dataDir, { recursive: true, force: true }));
    await makeDataFolder(dataDir);
    const keys = await openServiceKeys(dataDir);
    const store = openSandboxDatabase(dataDir, keys);
    // The service reports failures, and closes the store unless startup ends first.
    const whenOpen = store.catch(() => undefined);
    closers.push(async () => (await whenOpen)?.close());
    const parts = await openParts(dataDir, keys, options);
    const { runner, ...info } = await startServers(options, { parts, store, closers });
    await writeRunInfo(dataDir, info, closers);
    const signInUrl = await runner.signInUrls();
    return {
      baseUrl: info.baseUrl,
      apiKey: parts.keys.apiKey,
      webhookSecret: parts.keys.webhookSecret,
      dashboardUrl: await signInUrl('/dashboard'),
      inboxUrl: await signInUrl(DESK.inbox),
      authorityUrl: parts.places.authorityUrl,
      dataDir,
      close: () => closeAll(closers),
    };
  } catch (error) {
    await closeAll(closers);
    throw explainStart(error, options);
  }
}
