import { afterAll, expect, test, vi } from 'vitest';
import { sendTo, startTestSandbox } from '../../support/a-sandbox.ts';
import { openDesk } from '../../support/open-desk.ts';

const world = await startTestSandbox();
afterAll(world.close);
const documentId = await sendTo(world.sandbox, ['Asha Rao']);
const origin = new URL(world.sandbox.inboxUrl).origin;
await vi.waitFor(async () => expect(await world.control.inbox()).toHaveLength(1));

/** Loads a page without following redirects. */
const load = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL(path, origin), { method, headers, redirect: 'manual' });

const keyOf = (address: string) => new URL(address).searchParams.get('key') ?? '';

test.each([
  ['/', 'esign sandbox open desk'],
  ['/inbox', 'esign sandbox open'],
  ['/inbox/1', 'esign sandbox open'],
  ['/inbox/1/text', 'esign sandbox open'],
  ['/inbox/1/source', 'esign sandbox open'],
  ['/inbox/1/mail.eml', 'esign sandbox open'],
  ['/inbox/1/body', 'esign sandbox open'],
  ['/inbox/4711', 'esign sandbox open'],
  ['/phone', 'esign sandbox open phone'],
])('%s shows nothing without a cookie but the command to type', async (path, command) => {
  const wrong = `esign_desk_${new URL(origin).port}=${'A'.repeat(43)}`;
  for (const answer of [
    await load(path),
    await load(path, { cookie: wrong }),
    await load(`${path}?key=${'A'.repeat(43)}`),
    await load(`${path}?key=a&key=b`),
  ]) {
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const text = await answer.text();
    expect(text).toContain(`<code>${command}</code>`);
    expect(text).not.toMatch(/asha|\/sign\/|<nav/i);
  }
  expect((await load('/assets/style.css')).status).toBe(200);
});

test('a one-time address gives a browser the cookie and leads to its page, without the key', async () => {
  const { inbox } = await world.control.pages();
  const answer = await load(inbox);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/inbox']);
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toMatch(
    new RegExp(`^esign_desk_${new URL(origin).port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax$`),
  );
  expect(cookie).not.toContain(keyOf(inbox));
  const headers = { cookie: `lang=hi; ${cookie.split(';')[0]}` };
  expect((await load('/inbox/1/text', headers)).status).toBe(200);
  expect(await (await load('/inbox/1/text', headers)).text()).toContain('/sign/');
  expect((await load(inbox)).status).toBe(401);
  const again = await load(inbox, headers);
  expect([again.status, again.headers.get('location')]).toEqual([303, '/inbox']);
});

test('a preview by HEAD does not use up a one-time address', async () => {
  const { phone } = await world.control.pages();
  expect((await load(phone, {}, 'HEAD')).status).toBe(401);
  expect((await load(phone)).status).toBe(303);
});

test('the addresses that a start prints open the dashboard and the inbox', async () => {
  const { dashboardUrl, inboxUrl, baseUrl } = world.sandbox;
  const [home, inbox] = [await openDesk(dashboardUrl), await openDesk(inboxUrl)];
  expect(await (await home(`${baseUrl}/dashboard`)).text()).toContain('<h1>Home</h1>');
  expect(await (await inbox('/inbox')).text()).toContain('<h1>Inbox</h1>');
  expect((await fetch(dashboardUrl, { redirect: 'manual' })).status).toBe(410);
});

test('who is signed in to the dashboard reads the desk, and finds it in the menu', async () => {
  const { dashboard } = await world.control.pages();
  const browser = await openDesk(dashboard);
  const home = await (await browser('/dashboard')).text();
  for (const path of ['/', '/inbox', '/phone']) expect(home).toContain(`href="${origin}${path}"`);
  expect((await browser(`${origin}/phone`)).status).toBe(200);
  const back = await load('/dashboard', { cookie: 'none' });
  expect(back.status).toBe(401);
});

test('the cookie of the desk opens no control interface', async () => {
  const desk = await openDesk((await world.control.pages()).inbox);
  expect((await desk('/inbox')).status).toBe(200);
  expect((await desk('/control/inbox')).status).toBe(401);
});

test('signing for a script needs neither cookie nor desk', async () => {
  expect((await world.control.sign({ documentId })).signers).toHaveLength(1);
});
