import { expect, onTestFinished, test } from 'vitest';
import { listApiKeys, revokeApiKey } from '../../../../src/service/core/accounts/api-keys.ts';
import { issueSignIn } from '../../../../src/service/members/sign-in/request-sign-in.ts';
import { signInUrl } from '../../../../src/service/members/sign-in/sign-in.rules.ts';
import { buildApp } from '../../../../src/service/web/app.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { testPageFiles } from '../../../support/service/page-files.ts';
import type { MemberBrowser } from '../../../support/sign-in/a-member.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const { service } = await openApi();
const { deps, app } = service;
const KEYS = '/dashboard/keys';

/** A member of an account of their own, whose first key is older than those that follow. */
async function aDeveloper() {
  const { accountId } = await service.account();
  service.advance(1);
  const member = await aMember(service, { accountId, role: 'developer' });
  return { accountId, member };
}

const keysOf = (accountId: string) => listApiKeys(service.deps, asOwner(accountId));

const statusOf = async (apiKey: string) => {
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await service.app.inject({ url: '/api/v1/documents', headers })).statusCode;
};

/** Creates a key by the form; returns what the page shows once. */
async function create(member: MemberBrowser, name = 'CRM & more') {
  const page = await member.post(KEYS, { name });
  expect(page.statusCode).toBe(200);
  expect(page.headers['cache-control']).toBe('no-store');
  const [, apiKey = '', keyId = ''] =
    /<code>(sk_test_[\w-]+)<\/code>.*?keys\/(key_\w+)"/s.exec(page.body) ?? [];
  return { apiKey, keyId };
}

test('a key that is created is shown once, opens the API, and is listed by its name', async () => {
  const { accountId, member } = await aDeveloper();
  const { apiKey, keyId } = await create(member);
  expect(await statusOf(apiKey)).toBe(200);
  for (const url of [KEYS, `${KEYS}/${keyId}`]) {
    const { body } = await member.get(url);
    expect(body).toContain('CRM &amp; more');
    expect(body).toContain(apiKey.slice(0, 12));
    expect(body).not.toContain(apiKey);
  }
  expect(service.log.join()).not.toContain(apiKey);
  const [, made] = await keysOf(accountId);
  expect(made).toMatchObject({ keyId, createdBy: `member:${member.userId}` });
  expect((await member.get(`${KEYS}/${keyId}`)).body).toContain('by developer-');
});

test('commands name the address of a service that learns it once it listens', async () => {
  const links = { ...service.deps.links, baseUrl: '' };
  const deps = { ...service.deps, links };
  const app = buildApp(deps, { logger: 'silent', pageFiles: await testPageFiles(service.files) });
  onTestFinished(() => app.close());
  await app.ready();
  links.baseUrl = service.deps.links.baseUrl;
  const { accountId } = await service.account();
  const member = await aMember({ app, deps }, { accountId });
  const login = `auth login --base-url ${links.baseUrl}<`;
  expect((await member.post(KEYS, { name: 'CRM' })).body).toContain(login);
  for (const { keyId } of await keysOf(accountId))
    await revokeApiKey(deps, asOwner(accountId), keyId);
  expect((await member.get('/dashboard')).body).toContain(login);
});

test('a rolled key goes on as long as chosen, and is not rolled again', async () => {
  const { member } = await aDeveloper();
  const former = await create(member);
  const page = await member.post(`${KEYS}/${former.keyId}/roll`, { overlap: '1h' });
  const [, follower = ''] = /<code>(sk_test_[\w-]+)<\/code>/.exec(page.body) ?? [];
  expect([await statusOf(former.apiKey), await statusOf(follower)]).toEqual([200, 200]);
  const { body } = await member.get(`${KEYS}/${former.keyId}`);
  expect(body).toContain('ends <time');
  expect(body).not.toContain('Roll key');
  for (const [overlap, status] of [['1h', 409] as const, ['2h', 400] as const]) {
    const again = await member.post(`${KEYS}/${former.keyId}/roll`, { overlap });
    expect(again.statusCode).toBe(status);
  }
});

test('a key is revoked only with the confirmation, and at once', async () => {
  const { member } = await aDeveloper();
  const { apiKey, keyId } = await create(member);
  expect((await member.post(`${KEYS}/${keyId}/revoke`)).statusCode).toBe(400);
  expect(await statusOf(apiKey)).toBe(200);
  const revoked = await member.post(`${KEYS}/${keyId}/revoke`, { confirm: 'yes' });
  expect([revoked.statusCode, revoked.headers.location]).toEqual([303, `${KEYS}/${keyId}`]);
  expect(await statusOf(apiKey)).toBe(401);
  expect((await member.get(`${KEYS}/${keyId}`)).body).not.toContain('Revoke key');
});

test('a key of another account is not found', async () => {
  const [one, other] = [await aDeveloper(), await aDeveloper()];
  const { apiKey, keyId } = await create(other.member);
  expect((await one.member.get(`${KEYS}/${keyId}`)).statusCode).toBe(404);
  for (const what of ['roll', 'revoke']) {
    const fields = { overlap: 'now', confirm: 'yes' };
    expect((await one.member.post(`${KEYS}/${keyId}/${what}`, fields)).statusCode).toBe(404);
  }
  expect(await statusOf(apiKey)).toBe(200);
});

const WEBHOOKS = '/dashboard/webhooks';

const { accountId } = await service.account();
const owner = await aMember(service, { accountId });

const SECRET = /sk_test_[\w-]{20,}|whsec_[\w+/=-]{20,}/g;
const secretsIn = (body: string): string[] => body.match(SECRET) ?? [];

/** Shows a secret by a form; returns the secret, and where its page leads on to. */
async function shownBy(path: string, fields: Record<string, string> = {}) {
  const page = await owner.post(path, fields);
  expect(page).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } });
  const secrets = secretsIn(page.body);
  expect([path, secrets.length]).toEqual([path, 1]);
  const next = /data-once href="([^"]+)"/.exec(page.body)?.[1] ?? '';
  expect(page.body).toContain('once.js');
  return { secret: secrets[0] ?? '', next };
}

test('a page that shows a secret has it once in its source, is not stored, and leads on to one that has none', async () => {
  const key = await shownBy(KEYS, { name: 'CRM (TEST)' });
  const endpoint = await shownBy(WEBHOOKS, { url: 'http://127.0.0.1:9/hook' });
  const shown = [
    key,
    await shownBy(`${key.next}/roll`, { overlap: '24h' }),
    endpoint,
    await shownBy(`${endpoint.next}/secret`),
    await shownBy(`${endpoint.next}/rotate`),
    await shownBy(`${endpoint.next}/rotate`, { now: 'yes' }),
  ];
  for (const { next } of shown) {
    const page = await owner.get(next);
    expect([next, page.statusCode, secretsIn(page.body)]).toEqual([next, 200, []]);
  }
  const lines = service.log.join();
  expect(shown.filter(({ secret }) => lines.includes(secret))).toEqual([]);
});

test('a form that is sent again shows no key of before', async () => {
  const first = await shownBy(KEYS, { name: 'Twice (TEST)' });
  const second = await shownBy(KEYS, { name: 'Twice (TEST)' });
  expect(second.secret).not.toBe(first.secret);
  await shownBy(`${first.next}/roll`, { overlap: 'now' });
  const again = await owner.post(`${first.next}/roll`, { overlap: 'now' });
  expect([again.statusCode, secretsIn(again.body)]).toEqual([409, []]);
});

test('the page of a mailed link has its token once, and pages of those who are signed in have no secret of the session', async () => {
  const signInId = await deps.store.transaction(async (tx) => {
    const id = '00000000-0000-4000-8000-000000000001';
    const at = deps.sessionClock.now();
    const expiresAt = new Date(at.getTime() + 60_000);
    const { userId } = owner;
    const rest = {
      usedAt: null,
      wrongCodes: 0,
      isDirect: false,
      email: null,
      askerKind: null,
      asker: null,
    };
    await tx.insertSignIn({ signInId: id, userId, createdAt: at, expiresAt, ...rest });
    return id;
  });
  const direct = new URL(await issueSignIn(deps, owner.userId)).pathname;
  const token = signInUrl(deps.links, signInId).split('/').at(-1) ?? '';
  const { body } = await app.inject({ url: `/dashboard/sign-in/${token}` });
  expect(body.split(token)).toHaveLength(2);
  const secret = owner.cookie.split('=')[1] ?? '';
  for (const url of ['/dashboard', '/dashboard/me', '/dashboard/confirm', direct]) {
    expect((await owner.get(url)).body).not.toContain(secret);
  }
});
