import { afterAll, expect, test, vi } from 'vitest';
import { TEST_IDENTITIES } from '../../../src/sandbox/authority/identities.ts';
import { sendTo, startTestSandbox } from '../../support/sandbox/a-sandbox.ts';
import { openDesk } from '../../support/sandbox/open-desk.ts';

const world = await startTestSandbox();
afterAll(world.close);
const { baseUrl } = world.sandbox;
const documentId = await sendTo(world.sandbox, ['Asha Rao']);
await vi.waitFor(async () => expect(await world.control.inbox()).toHaveLength(1));

/** Loads an address without following redirects. */
const load = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address, { method, headers, redirect: 'manual' });
const leadsTo = (answer: Response) => [answer.status, answer.headers.get('location')];
const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

test.each([
  ['dashboard', '/dashboard', 'Home'],
  ['desk', '/dashboard/sandbox', 'Sandbox'],
  ['inbox', '/dashboard/sandbox/inbox', 'Inbox'],
  ['phone', '/dashboard/sandbox/phone', 'Test phone'],
  ['controls', '/dashboard/sandbox/controls', 'Controls'],
  ['identities', '/dashboard/sandbox/identities', 'Identities'],
] as const)('the address of the %s signs in and leads to %s', async (name, path, title) => {
  const address = (await world.control.pages())[name];
  expect(new URL(address).origin).toBe(baseUrl);
  const answer = await load(address);
  expect(leadsTo(answer)).toEqual([303, path]);
  const page = await load(`${baseUrl}${path}`, { cookie: cookieOf(answer) });
  expect(await page.text()).toContain(`<h1>${title}</h1>`);
});

test('an address that was used leads on whoever is signed in, and others to the sign-in', async () => {
  const { inbox } = await world.control.pages();
  const cookie = cookieOf(await load(inbox));
  const again = await load(inbox);
  expect(again.headers.getSetCookie()).toEqual([]);
  const next = `${baseUrl}${again.headers.get('location')}`;
  expect((await load(next, { cookie })).status).toBe(200);
  expect(leadsTo(await load(next))).toEqual([
    303,
    '/dashboard/sign-in?to=%2Fdashboard%2Fsandbox%2Finbox',
  ]);
});

test.each(['//evil.example.com', 'https://evil.example.com', '/sign/x', '/dashboard\\@evil'])(
  'an address leads to no other place than the dashboard: %s',
  async (to) => {
    const { inbox } = await world.control.pages();
    const changed = new URL(inbox);
    changed.searchParams.set('to', to);
    expect(leadsTo(await load(changed.href))).toEqual([303, '/dashboard']);
    expect(leadsTo(await load(changed.href))).toEqual([303, '/dashboard']);
  },
);

test('a preview by HEAD does not use up a one-time address', async () => {
  const { phone } = await world.control.pages();
  expect(cookieOf(await load(phone, {}, 'HEAD'))).toBe('');
  expect(cookieOf(await load(phone))).not.toBe('');
});

test('the addresses that a start prints open the dashboard and the inbox', async () => {
  const { dashboardUrl, inboxUrl } = world.sandbox;
  expect(leadsTo(await load(dashboardUrl))).toEqual([303, '/dashboard']);
  expect(leadsTo(await load(inboxUrl))).toEqual([303, '/dashboard/sandbox/inbox']);
});

test('the overview says where everything is, and keeps the key to itself', async () => {
  const { apiKey, dataDir, authorityUrl } = world.sandbox;
  const desk = await openDesk((await world.control.pages()).desk);
  const overview = await (await desk.get('/dashboard/sandbox')).text();
  for (const told of [baseUrl, dataDir, authorityUrl, '1 email', '0 codes'])
    expect(overview).toContain(told);
  expect(overview).not.toContain(apiKey);
});

test('the identities that can sign stand apart from those whose signing fails', async () => {
  const desk = await openDesk((await world.control.pages()).identities);
  const [, sign = '', fail = ''] = (await (await desk.get('/dashboard/sandbox/identities')).text())
    .split('<h2>')
    .map((part) => part.replaceAll('&#39;', "'"));
  for (const { name, outcome } of TEST_IDENTITIES) {
    const fails = outcome.kind === 'fails' || outcome.kind === 'wrong-code';
    expect([name, fail.includes(`>${name}<`), sign.includes(`>${name}<`)]).toEqual([
      name,
      fails,
      !fails,
    ]);
  }
});

/** What a page is compared by when it polls. */
const seenOn = (page: string): string => /data-seen="([^"]*)"/.exec(page)?.[1] ?? '';

test('the phone shows each code with its reference, and its poll tells of a newer one', async () => {
  const desk = await openDesk((await world.control.pages()).phone);
  const page = async () => await (await desk.get('/dashboard/sandbox/phone')).text();
  const before = await page();
  expect(before).toContain('No codes yet.');
  expect((await world.control.sign({ documentId })).signers).toHaveLength(1);
  const sent = (await world.control.inbox()).find(({ kind }) => kind === 'otp');
  if (sent?.kind !== 'otp') expect.unreachable();
  const shown = await page();
  expect(shown).toContain(`<strong>${sent.code}</strong>`);
  expect(shown).toContain(`<td data-label="Reference">${sent.reference}</td>`);
  expect(seenOn(shown)).toMatch(/^[0-9a-f]{64}$/);
  expect(seenOn(shown)).not.toBe(seenOn(before));
});

test('a session of the dashboard opens no control interface, and its address is none of the service’s', async () => {
  const desk = await openDesk((await world.control.pages()).inbox);
  expect((await desk.get('/control/inbox')).status).toBe(404);
});

test('after a reset, a browser that was signed in gets the page to sign in, and a new address opens', async () => {
  const desk = await openDesk((await world.control.pages()).inbox);
  expect((await desk.get('/dashboard/sandbox/phone')).status).toBe(200);
  await world.control.reset();
  expect(leadsTo(await desk.get('/dashboard/sandbox/phone'))).toEqual([
    303,
    '/dashboard/sign-in?to=%2Fdashboard%2Fsandbox%2Fphone',
  ]);
  expect(leadsTo(await desk.post('/dashboard/sandbox/controls/clock', { step: 'day' }))).toEqual([
    303,
    '/dashboard/sign-in',
  ]);
  const next = await openDesk((await world.control.pages()).inbox);
  expect(await (await next.get('/dashboard/sandbox/inbox')).text()).toContain('No email yet.');
});
