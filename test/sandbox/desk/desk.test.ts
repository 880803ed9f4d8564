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

const CONTROLS = '/dashboard/sandbox/controls';
const desk = await openDesk((await world.control.pages()).controls);

/** Of a request to the API. */
const status = async (apiKey = world.sandbox.apiKey) => {
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await fetch(`${world.sandbox.baseUrl}/api/v1/documents`, { headers })).status;
};
const controls = async () => await (await desk.get(CONTROLS)).text();
const submit = (path: string, fields: Record<string, string>) =>
  desk.post(`${CONTROLS}${path}`, fields);

test('a fault that is set on the page happens once, and stands there until then', async () => {
  expect(await controls()).toContain('Nothing fails now.');
  const set = await submit('/faults', { fault: 'api-unavailable', times: '1' });
  expect([set.status, set.headers.get('location')]).toEqual([303, CONTROLS]);
  expect(await controls()).toContain('1 more');
  expect([await status(), await status()]).toEqual([503, 200]);
  await submit('/faults', { fault: 'down', times: 'always' });
  expect(await controls()).toContain('always');
  await submit('/faults/clear', {});
  expect(await controls()).toContain('Nothing fails now.');
});

test('a fault of the API meets the account of whoever sets it; that of another one is named', async () => {
  const { accountId, apiKey } = await world.control.createAccount({ subscription: true });
  await world.control.setFault({ fault: 'api-unavailable', times: 1, accountId });
  expect(await controls()).toContain(`account <code>${accountId}</code>`);
  await submit('/faults', { fault: 'api-rate-limited', times: '1' });
  expect([await status(apiKey), await status()]).toEqual([503, 429]);
});

test('the clock moves on by the chosen step', async () => {
  expect((await submit('/clock', { step: 'day' })).status).toBe(303);
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await controls()).toMatch(new RegExp(`clock shows <time datetime="${day}`));
});

test('what falls due when the clock moves on is done', async () => {
  await sendTo(world.sandbox, ['Asha Rao']);
  await submit('/clock', { step: 'trial' });
  const subjects = async () =>
    (await world.control.inbox()).map((sent) => (sent.kind === 'mail' ? sent.subject : ''));
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Sandbox: Reminder to sign/));
});

test.each([
  ['/faults', { fault: 'nothing', times: '1' }, '"problem-fault">Unknown fault: nothing.'],
  ['/faults', { fault: 'down', times: '0' }, '"problem-fault">A fault must happen at least once.'],
  ['/faults', { fault: 'down', times: 'often' }, '"problem-times">Times must be a whole number'],
  ['/clock', { step: 'year' }, '"problem-step">The clock moves on by 1 hour'],
  ['/clock', { step: 'toString' }, '"problem-step">The clock moves on by 1 hour'],
])('what the page does not offer is refused: %s %j', async (path, fields, words) => {
  const refused = await submit(path, fields);
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(words)]);
  expect(await controls()).toContain('Nothing fails now.');
});

test('access is taken away and given back, and in between the account can start its trial', async () => {
  await submit('/access', { to: 'none' });
  expect(await status()).toBe(403);
  expect((await desk.post('/dashboard/credits/trial')).status).toBe(303);
  expect(await status()).toBe(200);
  await submit('/access', { to: 'none' });
  await submit('/access', { to: 'active' });
  expect(await status()).toBe(200);
});

test('who moved the clock and set a fault stands in the account’s trail', async () => {
  const trail = await (await desk.get('/dashboard/audit')).text();
  expect(trail).toContain('<code>sandbox/controls/clock</code>');
  expect(trail).toContain('<code>sandbox/controls/faults</code>');
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
