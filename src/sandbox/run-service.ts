import { createPrivateKey } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { RunningService } from '../service/index.ts';
import { esignGateway, DataFolderInUse as FolderInUse, startService } from '../service/index.ts';
import { SANDBOX_ASP_ID } from './authority/requests/asp-registry.ts';
import { CMS_CHOICES } from './cms-choice.ts';
import { DataFolderInUse, PortInUse, SandboxRefused } from './control/sandbox-errors.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { SandboxParts } from './open-parts.ts';
import { databasePath, filesPath } from './open-parts.ts';
import { asked } from './webhooks/asked.ts';
import { isSystemError } from './write-synced.ts';

/** How the sandbox's service is to run. */
export interface ServicePlan {
  readonly host: string;
  /** 0 takes a free port, and keeps it over resets. */
  readonly port: number;
  readonly version: string;
  /** Where the authority takes requests. */
  readonly action: string;
  readonly credits: number;
  readonly webhooks: readonly string[];
  /** Takes a line of JSON for each failure of the service; standard error unless told. */
  readonly log?: Writable;
}

/** The service inside a sandbox. */
export interface ServiceRunner {
  readonly url: string;
  /** The running service. @throws {SandboxRefused} while it is being reset */
  service(): RunningService;
  /** The account that the sandbox prints. */
  accountId(): string;
  /** Forgets everything but the keys, and goes on at the same address. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A signature that brings no chain leads to the sub-CA, which the service then has to know. */
const anchorsOf = ({ pki, cms }: SandboxParts): readonly Buffer[] =>
  CMS_CHOICES[cms].form === 'pkcs7' ? [pki.root, pki.subCa.certificate] : [pki.root];

const authorityGateway = (parts: SandboxParts, action: string) => {
  const { pki, clock, cms } = parts;
  return esignGateway({
    transport: 'protean',
    action,
    aspId: SANDBOX_ASP_ID,
    asp: {
      certificate: pki.asp.certificate,
      privateKey: createPrivateKey(pki.asp.privateKey),
    },
    espCertificates: [pki.answer.certificate],
    roots: anchorsOf(parts),
    responseSigType: CMS_CHOICES[cms].form,
    clock,
    name: 'TEST Certifying Authority',
    isTest: true,
  });
};

function startOne(parts: SandboxParts, plan: ServicePlan) {
  const { host, port, version, action, log = process.stderr } = plan;
  const { dataDir, keys, pki, clock, mailer } = parts;
  return startService({
    database: { folder: databasePath(dataDir) },
    files: filesPath(dataDir),
    secret: keys.secret,
    seal: {
      certificate: pki.seal.certificate,
      privateKey: createPrivateKey(pki.seal.privateKey),
      chain: [pki.subCa.certificate, pki.root],
    },
    gateway: authorityGateway(parts, action),
    mailer,
    clock,
    webhookAddresses: 'loopback-too',
    host,
    port,
    logger: { level: 'error', stream: log },
    version,
  });
}

async function start(parts: SandboxParts, plan: ServicePlan): Promise<RunningService> {
  try {
    return await startOne(parts, plan);
  } catch (error) {
    if (error instanceof FolderInUse) throw new DataFolderInUse(error.message, { cause: error });
    if (!isSystemError(error, 'EADDRINUSE')) throw error;
    const message = `Port ${plan.port} of ${plan.host} is taken.`;
    throw new PortInUse(message, { cause: error });
  }
}

/** Makes the account if it is not there yet, and the endpoints that it lacks. */
async function seed(parts: SandboxParts, plan: ServicePlan, { admin }: RunningService) {
  const { accounts, keys } = parts;
  if (accounts.all().length === 0) {
    const { apiKey } = keys;
    const account = {
      name: 'Sandbox',
      credits: plan.credits,
      subscription: 'active',
      contactEmail: 'account@example.test',
      apiKey,
    } as const;
    await accounts.add(await admin.createAccount(account));
  }
  const accountId = accounts.all()[0]?.accountId ?? '';
  const known = new Set((await admin.listEndpoints(accountId)).map(({ url }) => url));
  for (const url of new Set(plan.webhooks)) {
    const endpoint = { accountId, url, secret: keys.webhookSecret };
    if (!known.has(url)) await asked(admin.addEndpoint(endpoint));
  }
}

async function forget(parts: SandboxParts): Promise<void> {
  const { dataDir } = parts;
  parts.authority.clear();
  parts.phone.clear();
  parts.faults.clear();
  await parts.journal.clear();
  await parts.inbox.clear();
  await parts.accounts.clear();
  await parts.clock.reset();
  await rm(databasePath(dataDir), { recursive: true, force: true });
  await rm(filesPath(dataDir), { recursive: true, force: true });
}

/** Starts the service on the folder as it is, or as new where a first start was cut off before its account was known. */
async function startSeeded(parts: SandboxParts, plan: ServicePlan): Promise<RunningService> {
  const running = await start(parts, plan);
  try {
    await seed(parts, plan, running);
    return running;
  } catch (error) {
    await running.close();
    if (parts.accounts.all().length > 0) throw error;
  }
  return await startAsNew(parts, plan);
}

async function startAsNew(parts: SandboxParts, plan: ServicePlan): Promise<RunningService> {
  await forget(parts);
  const running = await start(parts, plan);
  try {
    await seed(parts, plan, running);
  } catch (error) {
    await running.close();
    throw error;
  }
  return running;
}

/**
 * Starts the service of a sandbox, with its account and endpoints.
 * @throws {DataFolderInUse}, {PortInUse}
 */
export async function runService(parts: SandboxParts, asked: ServicePlan): Promise<ServiceRunner> {
  let running: RunningService | undefined = await startSeeded(parts, asked);
  const { url } = running;
  const plan = { ...asked, port: Number(new URL(url).port) };
  const inTurn = oneAtATime();
  const stop = async () => {
    const stopping = running;
    running = undefined;
    await stopping?.close();
  };
  return {
    url,
    service() {
      if (running) return running;
      throw new SandboxRefused('invalid_state', 'The sandbox is being reset. Try again soon.');
    },
    accountId: () => parts.accounts.all()[0]?.accountId ?? '',
    reset: () =>
      inTurn(async () => {
        await stop();
        running = await startAsNew(parts, plan);
      }),
    close: () => inTurn(stop),
  };
}
