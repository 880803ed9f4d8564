import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDesk } from '../../../src/sandbox/desk/desk.ts';
import { openParts } from '../../../src/sandbox/open-parts.ts';
import { openServiceKeys } from '../../../src/sandbox/saved-state.ts';
import { MEMBER_ROLES } from '../../../src/service/core/permissions.rules.ts';
import { buildApp } from '../../../src/service/web/app.ts';
import type { DashboardAddition } from '../../../src/service/web/dashboard/mount-dashboard.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { openApi } from '../../support/service/call-service.ts';
import { testPageFiles } from '../../support/service/page-files.ts';
import { aMember } from '../../support/sign-in/a-member.ts';
import { seedAuthority } from '../../support/trust/seed-authority.ts';

const { service, user } = await openApi({ credits: 10 });
const { deps, files } = service;
const { accountId } = user.account;
const dataDir = await mkdtemp(join(tmpdir(), 'esign-desk-'));
afterAll(() => removeFolder(dataDir));
await seedAuthority(dataDir);
const keys = await openServiceKeys(dataDir);
const parts = await openParts(dataDir, keys);
await parts.accounts.add({ accountId, apiKey: keys.apiKey });

const MAIL = {
  ...{ id: 'a', at: deps.clock.now().toISOString(), kind: 'signing-link' as const },
  ...{ from: 'Sandbox', to: 'asha@example.in', toName: 'Asha Rao', replyTo: null },
  ...{ subject: 'Please sign', text: 'Sign', html: '<html><head></head><body></body></html>' },
};
const file = { fileName: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') };
await parts.inbox.send({ ...MAIL, attachments: [file] });

interface Route {
  readonly method: string;
  readonly url: string;
  readonly permission: string | undefined;
}

/** The routes of the desk on an app with this addition. */
async function routesWith(dashboardAddition?: DashboardAddition) {
  const routes: Route[] = [];
  const pageFiles = await testPageFiles(files);
  const app = buildApp(deps, { logger: 'silent', pageFiles, dashboardAddition });
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/dashboard/sandbox')) return;
    routes.push({ method: String(method), url, permission: config?.permission });
  });
  await app.ready();
  afterAll(() => app.close());
  return { app, routes };
}

const { app, routes } = await routesWith(openDesk({ parts, wake: () => undefined }));

test('a service without the desk has none of its pages, nor do its menus lead there', async () => {
  const plain = await routesWith();
  expect(plain.routes).toEqual([]);
  const owner = await aMember({ app: plain.app, deps }, { accountId });
  expect((await owner.get('/dashboard/sandbox')).statusCode).toBe(404);
  expect((await owner.get('/dashboard')).body).not.toContain('/dashboard/sandbox');
  expect((await plain.app.inject('/dashboard/sign-in')).body).not.toContain('esign sandbox');
});

test('every route of the desk asks for the sandbox’s permission', () => {
  expect(routes.length).toBeGreaterThan(10);
  expect(routes.filter(({ permission }) => permission !== 'sandbox.use')).toEqual([]);
});

const PATHS = routes.map(
  ({ method, url }) => [method, url.replace(':number', '1').replace(':place', '0')] as const,
);

describe.each(PATHS)('%s %s', (method, url) => {
  test('leads a stranger to the sign-in, which says how to get in', async () => {
    const reply = await app.inject({ method: method as 'GET', url });
    expect(reply.statusCode).toBe(303);
    const { location } = reply.headers;
    const to = method === 'GET' ? `?to=${encodeURIComponent(url)}` : '';
    expect(location).toBe(`/dashboard/sign-in${to}`);
    expect((await app.inject(String(location))).body).toContain('<code>esign sandbox open</code>');
  });

  test.each(MEMBER_ROLES)('lets in a member with the role %s', async (role) => {
    const member = await aMember({ app, deps }, { accountId, role });
    const reply = await (method === 'GET' ? member.get(url) : member.post(url));
    expect(reply.statusCode).toBeLessThan(method === 'GET' ? 300 : 401);
  });
});

describe('the menu', () => {
  let member: Awaited<ReturnType<typeof aMember>>;
  beforeAll(async () => {
    member = await aMember({ app, deps }, { accountId, role: 'support' });
  });

  test.each([
    ['/dashboard', 'Home'],
    ['/dashboard/sandbox', 'Sandbox'],
    ['/dashboard/sandbox/inbox', 'Inbox'],
    ['/dashboard/sandbox/inbox/1', 'Inbox'],
    ['/dashboard/sandbox/phone', 'Test phone'],
    ['/dashboard/sandbox/controls', 'Controls'],
    ['/dashboard/sandbox/identities', 'Identities'],
  ])('at %s marks %s alone', async (path, label) => {
    const { body } = await member.get(path);
    const menu = /<nav class="menu" aria-label="Dashboard">.*?<\/nav>/s.exec(body)?.[0] ?? '';
    const marked = [...menu.matchAll(/aria-current="page">([^<]+)</g)].map(([, name]) => name);
    expect(marked).toEqual([label]);
  });
});
