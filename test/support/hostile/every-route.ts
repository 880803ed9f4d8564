import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openDesk } from '../../../src/sandbox/desk/desk.ts';
import { openParts } from '../../../src/sandbox/open-parts.ts';
import { openServiceKeys } from '../../../src/sandbox/saved-state.ts';
import { SandboxPayments } from '../../../src/service/adapters/payments/sandbox-payments.ts';
import { openidProvider } from '../../../src/service/members/sign-in/openid-provider.adapter.ts';
import { buildApp } from '../../../src/service/web/app.ts';
import { TEST_SHOP } from '../payments/test-shop.ts';
import { removeFolder } from '../remove-folder.ts';
import { ASHA, apiUser, signBy } from '../service/call-service.ts';
import { openService } from '../service/open-service.ts';
import { testPageFiles } from '../service/page-files.ts';
import { aMember } from '../sign-in/a-member.ts';
import { anIdentityProvider } from '../sign-in/an-identity-provider.ts';
import { seedAuthority } from '../trust/seed-authority.ts';

/** A route, as the service registers it. */
export interface Route {
  readonly method: string;
  readonly url: string;
  /** What a route of the dashboard asks for; undefined for others. */
  readonly permission: string | undefined;
  readonly isUncounted: boolean;
}

/** The parts of a sandbox's desk, in a folder of their own. */
async function openDeskParts() {
  const dataDir = await mkdtemp(join(tmpdir(), 'esign-every-route-'));
  afterAll(() => removeFolder(dataDir));
  await seedAuthority(dataDir);
  return await openParts(dataDir, await openServiceKeys(dataDir));
}

/** A service with all the routes that one can have, those of a sandbox and of a shop included, for all tests of a file. */
export async function openEveryRoute() {
  const service = await openService();
  const parts = await openDeskParts();
  const { clock, links } = service.deps;
  const office = await anIdentityProvider(`${links.baseUrl}/dashboard/sign-in/oidc/office/return`);
  const provider = {
    ...office,
    id: 'office',
    name: 'Office',
    domains: ['example.in'],
    isOnly: false,
  };
  const deps = {
    ...service.deps,
    billing: { ...TEST_SHOP, payments: new SandboxPayments({ clock }) },
    identityProviders: [openidProvider(provider)],
  };
  const log: string[] = [];
  const app = buildApp(deps, {
    logger: { level: 'error', stream: { write: (line: string) => void log.push(line) } },
    pageFiles: await testPageFiles(service.files),
    dashboardAddition: openDesk({ parts, wake: () => undefined }),
  });
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const { permission, isUncounted = false } = config ?? {};
    for (const one of [method].flat()) routes.push({ method: one, url, permission, isUncounted });
  });
  await app.ready();
  afterAll(async () => {
    await app.close();
    await office.close();
    await service.close();
  });
  const account = await service.account({ credits: 1000 });
  await parts.accounts.add(account);
  return {
    ...service,
    app,
    deps,
    log,
    routes,
    account,
    ...(await openFacts({ ...service, app, deps }, account)),
  };
}

type World = Parameters<typeof apiUser>[0];

/** What exists, so that handlers are reached: a document, links that open it, and an order. */
async function openFacts(service: World, account: Parameters<typeof apiUser>[1]) {
  const user = apiUser(service, account);
  const signed = await user.send(ASHA);
  await signBy(service, signed.links[0] ?? '');
  const { downloadUrl } = await user.document(signed.documentId);
  const owner = await aMember(service, account);
  const ordered = await owner.post('/dashboard/credits/buy', { credits: '10' });
  const ids: Readonly<Record<string, string>> = {
    documentId: signed.documentId,
    order: lastOf(ordered.headers.location),
    provider: 'office',
    number: '1',
    place: '0',
    '*': 'style.css',
  };
  /** The token of a link of its own for each caller: those of one signer get only so many requests a minute. */
  const newLink = async (): Promise<string> => lastOf((await user.send(ASHA)).links[0]);
  return { ids, newLink, download: lastOf(downloadUrl) };
}

const lastOf = (path: unknown): string => String(path).split('/').at(-1) ?? '';
