import { expect, onTestFinished, test, vi } from 'vitest';
import { addMember } from '../../../../src/service/members/change-members.ts';
import { issueSignIn } from '../../../../src/service/members/sign-in/request-sign-in.ts';
import {
  MOST_WRONG_CODES,
  SESSION,
  SIGN_IN_MS,
} from '../../../../src/service/members/sign-in/session.rules.ts';
import { SIGN_IN_ATTEMPTS } from '../../../../src/service/members/sign-in/sign-in.routes.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { mailsOf } from '../../../support/service/due-mails.ts';
import { aMember, cookieIn, OWN_FORM } from '../../../support/sign-in/a-member.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const { service, user } = await openApi({ credits: 10 });
const { app, deps } = service;
const { accountId } = user.account;

const open = (url: string, cookie = '') => app.inject({ url, headers: { cookie } });
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress: nextAddress(),
    headers: { ...OWN_FORM, ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

let counted = 0;
/** Few attempts to sign in are taken from one address in a minute. */
let sent = 0;
const nextAddress = () => {
  sent += 1;
  return `192.0.2.${sent}`;
};
const newAddress = async () => {
  counted += 1;
  const email = `asha-${counted}@example.in`;
  await addMember(deps, asOwner(accountId), { email, role: 'owner' });
  return email;
};

/** Asks to sign in; returns where that leads, and the mail if one is due. */
async function ask(email: string) {
  const asked = await post('/dashboard/sign-in', { email, to: '/dashboard/me' });
  const { searchParams } = new URL(String(asked.headers.location), 'http://esign.example.in');
  const [mail] = await mailsOf(deps);
  const signInId = searchParams.get('id') ?? '';
  return { asked, signInId, mail };
}

const linkIn = (text = '') =>
  /http:\/\/esign\.example\.in(\/dashboard\/sign-in\/\S+)/.exec(text)?.[1] ?? '';
const codeIn = (text = '') => /code (\d{6})/.exec(text)?.[1] ?? '';

test('the mailed link shows a button, which signs in once', async () => {
  const email = await newAddress();
  const { mail } = await ask(email);
  expect(mail).toMatchObject({ to: email, subject: 'Sign in to esign' });
  const link = linkIn(mail?.text);
  const page = await open(link);
  expect(page.body).toContain('Sign in to the dashboard</button>');
  expect(cookieIn(page)).toBe('');
  const entered = await post(link, {});
  expect(entered.headers).toMatchObject({ location: '/dashboard' });
  expect(entered.headers['set-cookie']).toEqual([
    expect.stringMatching(/^esign_dashboard_.*; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^esign_known_.*; Max-Age=31536000; HttpOnly; SameSite=Lax$/),
  ]);
  const home = await open('/dashboard', cookieIn(entered));
  expect(home.body).toContain(email);
  expect(home.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  });
  expect((await post(link, {})).statusCode).toBe(410);
  expect((await open(link)).body).toContain('This link has ended');
});

test('the mailed code signs in where it was asked for, and leads to the page that was wanted', async () => {
  const { mail, signInId } = await ask(await newAddress());
  const fields = { id: signInId, code: codeIn(mail?.text), to: '/dashboard/me' };
  const entered = await post('/dashboard/sign-in/code', fields);
  expect(entered.headers).toMatchObject({ location: '/dashboard/me' });
  expect((await open('/dashboard/me', cookieIn(entered))).statusCode).toBe(200);
  expect((await post('/dashboard/sign-in/code', fields)).statusCode).toBe(400);
});

test('five wrong codes end a request, also for the right one', async () => {
  const { mail, signInId } = await ask(await newAddress());
  const code = codeIn(mail?.text);
  const wrong = code === '000000' ? '000001' : '000000';
  const enter = (given: string) => post('/dashboard/sign-in/code', { id: signInId, code: given });
  for (let tried = 0; tried < MOST_WRONG_CODES; tried += 1) {
    expect((await enter(wrong)).statusCode).toBe(400);
  }
  expect((await enter(code)).statusCode).toBe(400);
});

test('link and code end after 15 minutes', async () => {
  const { mail, signInId } = await ask(await newAddress());
  service.advance(SIGN_IN_MS);
  expect((await open(linkIn(mail?.text))).statusCode).toBe(410);
  const fields = { id: signInId, code: codeIn(mail?.text) };
  expect((await post('/dashboard/sign-in/code', fields)).statusCode).toBe(400);
});

test('an address from the service’s own machine signs in at once, and a preview does not use it up', async () => {
  const { userId } = await addMember(deps, asOwner(accountId), {
    email: await newAddress(),
    role: 'owner',
  });
  const { pathname } = new URL(await issueSignIn(deps, userId));
  const preview = await app.inject({ method: 'HEAD', url: pathname });
  expect(cookieIn(preview)).toBe('');
  expect(cookieIn(await open(pathname))).not.toBe('');
  expect((await open(pathname)).statusCode).toBe(410);
});

test('a session ends a day after its last request, and 14 days after it began', async () => {
  const idle = await aMember(service, { accountId });
  service.advance(SESSION.idleMs);
  await deps.store.forgetSignIns(deps.clock.now());
  expect(await deps.store.listSessions({ accountId, userId: idle.userId })).toEqual([]);
  expect((await idle.get('/dashboard')).headers.location).toBe(
    '/dashboard/sign-in?to=%2Fdashboard',
  );
  const busy = await aMember(service, { accountId });
  for (let days = 0; days < 13; days += 1) {
    service.advance(SESSION.idleMs - 60_000);
    expect((await busy.get('/dashboard')).statusCode).toBe(200);
  }
  service.advance(SESSION.idleMs - 60_000);
  service.advance(13 * 60_000);
  expect((await busy.get('/dashboard')).statusCode).toBe(303);
});

test('a member sees where they are signed in, and ends one session or all', async () => {
  const first = await aMember(service, { accountId, role: 'support' });
  const { userId } = first;
  const address = new URL(await issueSignIn(deps, userId)).pathname;
  const second = cookieIn(await open(address));
  const { body } = await first.get('/dashboard/me');
  const other = /name="session" value="([0-9a-f-]+)"/.exec(body)?.[1] ?? '';
  await first.post('/dashboard/me/end', { session: other });
  expect((await open('/dashboard', second)).statusCode).toBe(303);
  expect((await first.get('/dashboard')).statusCode).toBe(200);
  const left = await first.post('/dashboard/me/end-all');
  expect(left.headers['set-cookie']).toContain('Max-Age=0');
  expect((await first.get('/dashboard')).statusCode).toBe(303);
});

test('somebody who is no member any more is not let in by a session of before', async () => {
  const { accountId: other } = await service.account();
  const member = await aMember(service, { accountId: other });
  await deps.store.transaction((tx) => tx.eraseAccount(other, deps.clock.now()));
  expect((await member.get('/dashboard')).statusCode).toBe(303);
});

test('where a sign-in leads is a path of the dashboard, whatever the address says', async () => {
  for (const to of [
    'https://evil.example.com',
    '//evil.example.com',
    '/dashboard/../sign',
    '/dashboardx',
  ]) {
    const page = await open(`/dashboard/sign-in?to=${encodeURIComponent(to)}`);
    expect(page.body).not.toContain('evil');
  }
});

test('attempts to sign in are limited for an address', async () => {
  const from = { remoteAddress: '203.0.113.7', headers: OWN_FORM, method: 'POST' } as const;
  const attempt = () =>
    app.inject({ ...from, url: '/dashboard/sign-in/code', payload: 'id=x&code=1' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  for (let tried = 0; tried < SIGN_IN_ATTEMPTS.max; tried += 1) {
    expect((await attempt()).statusCode).toBe(400);
  }
  expect((await attempt()).statusCode).toBe(429);
});
