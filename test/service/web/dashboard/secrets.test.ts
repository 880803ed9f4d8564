import { expect, test } from 'vitest';
import { issueSignIn } from '../../../../src/service/members/sign-in/request-sign-in.ts';
import { signInUrl } from '../../../../src/service/members/sign-in/sign-in.rules.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';

const { service } = await openApi();
const { deps, app } = service;
const KEYS = '/dashboard/keys';
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
