import { afterAll, describe, expect, test } from 'vitest';
import type { MemberRole, Permission } from '../../../../src/service/core/permissions.rules.ts';
import { MEMBER_ROLES, may } from '../../../../src/service/core/permissions.rules.ts';
import { buildApp } from '../../../../src/service/web/app.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { testPageFiles } from '../../../support/service/page-files.ts';
import { aMember, OWN_FORM } from '../../../support/sign-in/a-member.ts';
import { ROUTES_OF, WITHOUT_CONFIRMATION } from './routes-of.ts';

const { service, user } = await openApi({ credits: 10 });
const { deps, files } = service;
const { accountId } = user.account;

interface Route {
  readonly method: string;
  readonly url: string;
  readonly permission: Permission | undefined;
  readonly sudo: boolean;
}

/** Every route of the dashboard, as the service registers them. */
async function routesOf(): Promise<Route[]> {
  const routes: Route[] = [];
  const app = buildApp(deps, { logger: 'silent', pageFiles: await testPageFiles(files) });
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/dashboard') || method === 'HEAD') return;
    const { permission, sudo = false } = config ?? {};
    routes.push({ method: String(method), url, permission, sudo });
  });
  await app.ready();
  afterAll(() => app.close());
  return routes;
}

const routes = await routesOf();
const BEHIND_SIGN_IN = routes.flatMap(({ method, url, permission }) =>
  permission ? [[method, url, permission] as const] : [],
);

test('every route of the dashboard names its permission, but the sign-in and what a mailed link opens', () => {
  const open = routes.filter(({ permission }) => permission === undefined);
  expect([...new Set(open.map(({ url }) => url))].sort()).toEqual([
    '/dashboard/reply-address/:token',
    '/dashboard/sign-in',
    '/dashboard/sign-in/:token',
    '/dashboard/sign-in/code',
    '/dashboard/sign-in/oidc/:provider',
    '/dashboard/sign-in/oidc/:provider/return',
    '/dashboard/sign-in/passkey',
  ]);
});

test('every route asks for the permission that its part of the dashboard needs', () => {
  const found: Partial<Record<Permission, string[]>> = {};
  for (const [method, url, permission] of BEHIND_SIGN_IN) {
    const path = url.slice('/dashboard'.length) || '/';
    found[permission] = [...(found[permission] ?? []), `${method} ${path}`].sort();
  }
  expect(found).toEqual(ROUTES_OF);
});

/** Routes behind which members, keys, endpoints, passkeys and the billing profile are changed, and secrets shown. */
const GUARDED = routes.filter(
  ({ method, permission }) =>
    method === 'POST' && permission !== undefined && permission in WITHOUT_CONFIRMATION,
);

test('every form that changes or shows a secret asks for a sign-in or a confirmation not long ago', () => {
  const open: Partial<Record<Permission, string[]>> = {};
  for (const { url, permission, sudo } of GUARDED) {
    if (permission === undefined) continue;
    const paths = open[permission] ?? [];
    open[permission] = sudo ? paths : [...paths, url.slice('/dashboard'.length)].sort();
  }
  expect(open).toEqual(WITHOUT_CONFIRMATION);
});

test.each(routes.filter(({ sudo }) => sudo).map(({ url }) => url))(
  '%s opens for 10 minutes after a sign-in',
  async (route) => {
    const url = route.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
    const member = await aMember(service, { accountId });
    expect((await member.post(url)).body).not.toContain('href="/dashboard/confirm"');
    service.advance(10 * 60_000);
    const late = await member.post(url);
    expect([late.statusCode, late.body.includes('href="/dashboard/confirm"')]).toEqual([403, true]);
  },
);

const members = new Map<MemberRole, ReturnType<typeof aMember>>();
/** A member with a role. What they do may end their session: then the next test has another one. */
function memberWith(role: MemberRole) {
  const member = members.get(role) ?? aMember(service, { accountId, role });
  members.set(role, member);
  return member;
}

describe.each(BEHIND_SIGN_IN)('%s %s', (method, route, permission) => {
  const url = route.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');

  test('leads a stranger to the sign-in', async () => {
    const reply = await service.app.inject({ method: method as 'GET', url });
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toMatch(/^\/dashboard\/sign-in/);
  });

  test.each(MEMBER_ROLES)(
    'lets in a member with the role %s only if the table says so',
    async (role: MemberRole) => {
      const member = await memberWith(role);
      const reply = await (method === 'GET' ? member.get(url) : member.post(url));
      if (method !== 'GET' && reply.statusCode !== 403) members.delete(role);
      expect(reply.statusCode === 403).toBe(!may(role, permission));
      expect(reply.statusCode).toBeLessThan(500);
    },
  );
});

describe('a form', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, true],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, true],
    ['the address bar', { 'sec-fetch-site': 'none' }, true],
    ['another origin, in an old browser', { origin: 'https://evil.example.com' }, true],
    ['a page without a referrer, in an old browser', { origin: 'null' }, true],
    ['a browser that tells nothing', {}, true],
    ['our own page without the session’s key', { 'sec-fetch-site': 'same-origin' }, false],
  ])('from %s changes nothing', async (_where, headers, hasKey) => {
    const member = await aMember(service, { accountId });
    const { body } = await member.get('/dashboard/me');
    const key = /name="form_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    const reply = await service.app.inject({
      method: 'POST',
      url: '/dashboard/me/end-all',
      headers: { 'content-type': OWN_FORM['content-type'], cookie: member.cookie, ...headers },
      payload: hasKey ? `form_key=${key}` : '',
    });
    expect(reply.statusCode).toBe(403);
    expect((await member.get('/dashboard')).statusCode).toBe(200);
  });

  test('from our own origin, in an old browser, counts', async () => {
    const member = await aMember(service, { accountId });
    const { body } = await member.get('/dashboard/me');
    const key = /name="form_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    const reply = await service.app.inject({
      method: 'POST',
      url: '/dashboard/me/end-all',
      headers: {
        'content-type': OWN_FORM['content-type'],
        cookie: member.cookie,
        origin: 'http://esign.example.in',
      },
      payload: `form_key=${key}`,
    });
    expect(reply.statusCode).toBe(303);
  });

  test('with the key of another session changes nothing', async () => {
    const [one, other] = [
      await aMember(service, { accountId }),
      await aMember(service, { accountId }),
    ];
    const { body } = await other.get('/dashboard/me');
    const key = /name="form_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    expect((await one.post('/dashboard/me/end-all', { form_key: key })).statusCode).toBe(403);
  });
});

test('a cookie that is none of ours leads to the sign-in', async () => {
  const reply = await service.app.inject({
    url: '/dashboard',
    headers: { cookie: 'esign_dashboard_=guessed' },
  });
  expect(reply.statusCode).toBe(303);
});
