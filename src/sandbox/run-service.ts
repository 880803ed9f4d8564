import { createPrivateKey } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { codeOf } from '../locks/error-code.ts';
import type {
  Billing,
  Clock,
  DashboardAddition,
  DocumentStore,
  RunningService,
} from '../service/index.ts';
import {
  DEFAULT_PRICES,
  DataFolderInUse as FolderInUse,
  httpLists,
  httpTimestamps,
  keySeal,
  openDatabase,
  openFolder,
  SandboxPayments,
  startService,
} from '../service/index.ts';
import { crlUrlsAt, timestampUrlAt } from './authority/pki/serve-pki.ts';
import { failApi } from './control/fail-api.ts';
import { DataFolderInUse, PortInUse, SandboxRefused } from './control/sandbox-errors.ts';
import type { SandboxParts } from './open-parts.ts';
import { authorityGateway } from './open-parts.ts';
import type { TimestampChoice } from './sandbox-options.ts';
import { databasePath, filesPath } from './saved-files.ts';
import type { ServiceKeys } from './saved-state.ts';
import { createMutex } from './saved-state.ts';

/** A month of API access, in paise with GST: ₹1,180.00. */
const MONTH_PAISE = 118_000;

/** Payments move no money, and invoices are tests. A restart forgets pending payments. */
const testShop = (clock: Clock): Billing => ({
  payments: new SandboxPayments({ clock }),
  supplier: {
    legalName: 'TEST seller of the esign sandbox',
    address: '1 Test Road, Bengaluru',
    state: '29',
    gstin: null,
    sac: '998319',
  },
  prices: { ...DEFAULT_PRICES, monthPaise: MONTH_PAISE },
});

export interface ServicePlan {
  readonly host: string;
  /** 0 picks a free port and keeps it over resets. */
  readonly port: number;
  readonly version: string;
  /** Where the authority takes requests. */
  readonly action: string;
  readonly credits: number;
  readonly webhooks: readonly string[];
  readonly names?: 'strict' | 'flag';
  readonly timestamps?: TimestampChoice;
  readonly desk?: DashboardAddition;
  /** Gets a JSON line per failure. Default: standard error. */
  readonly log?: Writable;
}

function proofOf({ pki, clock, places }: SandboxParts, { timestamps = 'preferred' }: ServicePlan) {
  if (timestamps === 'off') return undefined;
  const { authorityUrl } = places;
  return {
    policy: timestamps,
    timestamps: httpTimestamps({ url: timestampUrlAt(authorityUrl), roots: [pki.root], clock }),
    revocation: httpLists({ urls: crlUrlsAt(authorityUrl), clock }),
  };
}

export const openSandboxDatabase = (dataDir: string, { secret }: ServiceKeys) =>
  openDatabase({ folder: databasePath(dataDir) }, [secret]);

function startOne(parts: SandboxParts, plan: ServicePlan, store: Promise<DocumentStore>) {
  const { host, port, version, action, desk, log = process.stderr } = plan;
  const { dataDir, keys, pki, clock, mailer, faults, accounts } = parts;
  return startService({
    store,
    files: openFolder(filesPath(dataDir)),
    // Both are in the sandbox's folder, and older ones have no marker.
    installation: 'adopt',
    keys: { links: [keys.secret], sealing: [keys.secret] },
    seals: [
      keySeal({
        certificate: pki.seal.certificate,
        privateKey: createPrivateKey(pki.seal.privateKey),
        chain: pki.sealChain,
      }),
    ],
    gateways: [authorityGateway(parts, action)],
    proof: proofOf(parts, plan),
    billing: testShop(clock),
    mailer,
    clock,
    webhookAddresses: 'loopback-too',
    host,
    port,
    logger: { level: 'error', stream: log },
    version,
    apiHooks: failApi(faults, accounts),
    dashboardAddition: desk,
  });
}

async function start(
  parts: SandboxParts,
  plan: ServicePlan,
  store = openSandboxDatabase(parts.dataDir, parts.keys),
): Promise<RunningService> {
  try {
    return await startOne(parts, plan, store);
  } catch (error) {
    if (error instanceof FolderInUse) throw new DataFolderInUse(error.message, { cause: error });
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    const message = `Port ${plan.port} on ${plan.host} is already in use.`;
    throw new PortInUse(message, { cause: error });
  }
}

/** Owns all accounts. Its mails only reach the inbox. */
export const OWNER = { email: 'account@example.test', role: 'owner' } as const;

async function seed(parts: SandboxParts, plan: ServicePlan, { admin }: RunningService) {
  const { accounts, keys } = parts;
  if (accounts.all().length === 0) {
    const { apiKey } = keys;
    const account = {
      name: 'Sandbox',
      credits: plan.credits,
      subscription: 'active',
      contactEmail: OWNER.email,
      apiKey,
    } as const;
    await accounts.add(await admin.createAccount(account));
  }
  const accountId = accounts.all()[0]?.accountId ?? '';
  await admin.addMember({ ...OWNER, accountId });
  const known = new Set((await admin.listEndpoints(accountId)).map(({ url }) => url));
  if (plan.names) await admin.changeAccount(accountId, { names: plan.names });
  for (const url of new Set(plan.webhooks)) {
    const endpoint = { accountId, url, secret: keys.webhookSecret };
    if (!known.has(url)) await admin.addEndpoint(endpoint);
  }
}

async function deleteAll(parts: SandboxParts): Promise<void> {
  const { dataDir } = parts;
  parts.authority.clear();
  parts.phone.clear();
  parts.faults.clear();
  await parts.journal.clear();
  await parts.inbox.clear();
  await parts.accounts.clear();
  await parts.clock.reset();
  // Files without a database would seem to be from another installation.
  await rm(filesPath(dataDir), { recursive: true, force: true });
  await rm(databasePath(dataDir), { recursive: true, force: true });
}

/** Starts over if an interrupted first start left a database without a known account. */
async function startSeeded(
  parts: SandboxParts,
  plan: ServicePlan,
  store: Promise<DocumentStore>,
): Promise<RunningService> {
  const running = await start(parts, plan, store);
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
  await deleteAll(parts);
  const running = await start(parts, plan);
  try {
    await seed(parts, plan, running);
  } catch (error) {
    await running.close();
    throw error;
  }
  return running;
}

/** Closes `store` at the end. Throws DataFolderInUse or PortInUse. */
export async function runService(
  parts: SandboxParts,
  options: ServicePlan,
  store: Promise<DocumentStore>,
) {
  let running: RunningService | undefined = await startSeeded(parts, options, store);
  const { url } = running;
  const plan = { ...options, port: Number(new URL(url).port) };
  const exclusively = createMutex();
  const stop = async () => {
    const stopping = running;
    running = undefined;
    await stopping?.close();
  };
  const service = () => {
    if (running) return running;
    throw new SandboxRefused('invalid_state', 'The sandbox is being reset. Try again in a moment.');
  };
  const accountId = () => parts.accounts.all()[0]?.accountId ?? '';
  return {
    url,
    /** Throws SandboxRefused during a reset. */
    service,
    accountId,
    /** Each URL signs the owner in once, within 15 minutes. Throws SandboxRefused during a reset. */
    async signInUrls() {
      const { admin } = service();
      const { userId } = await admin.addMember({ ...OWNER, accountId: accountId() });
      return async (path: string) => `${await admin.issueSignIn(userId)}?to=${path}`;
    },
    /** Deletes everything except keys, and continues at the same URL. */
    reset: () =>
      exclusively(async () => {
        await stop();
        running = await startAsNew(parts, plan);
      }),
    close: () => exclusively(stop),
  };
}

export type ServiceRunner = Awaited<ReturnType<typeof runService>>;
