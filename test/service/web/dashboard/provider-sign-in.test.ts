import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { addMember, removeMember } from '../../../../src/service/members/change-members.ts';
import { openidProvider } from '../../../../src/service/members/sign-in/openid-provider.adapter.ts';
import { TRIP_MS } from '../../../../src/service/members/sign-in/provider-trip.rules.ts';
import { issueSignIn } from '../../../../src/service/members/sign-in/request-sign-in.ts';
import { SUDO_MS } from '../../../../src/service/members/sign-in/session.rules.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { mailsOf } from '../../../support/service/due-mails.ts';
import { cookieIn, OWN_FORM } from '../../../support/sign-in/a-member.ts';
import { anIdentityProvider } from '../../../support/sign-in/an-identity-provider.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const START = '/dashboard/sign-in/oidc/example';
const { service, user } = await openApi({ credits: 10 });
const { app, deps, log } = service;
const { accountId } = user.account;
const { baseUrl } = deps.links;

const returnUri = `${baseUrl}${START}/return`;
const office = await anIdentityProvider(returnUri);
const full = await anIdentityProvider(returnUri, true);
afterAll(() => Promise.all([office.close(), full.close()]));

interface Rules {
  readonly isOnly?: boolean;
  readonly issuer?: string;
  readonly at?: typeof office;
}

/** Makes the service know the provider, with these settings. */
function know({ isOnly = false, at = office, issuer = at.issuer }: Rules = {}): void {
  const domains = ['example.in'];
  const settings = { ...at, issuer, id: 'example', name: 'Example Company', domains, isOnly };
  Object.assign(deps, { identityProviders: [openidProvider(settings)] });
}
know();

let counted = 0;
async function aPerson(domain = 'example.in') {
  counted += 1;
  const email = `office-${counted}@${domain}`;
  const { userId } = await addMember(deps, asOwner(accountId), { email, role: 'owner' });
  office.mood.person = { email, isVerified: true };
  return { email, userId };
}

const cookiesIn = (reply: Awaited<ReturnType<typeof open>>): string =>
  reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
const open = (url: string, cookie = '') => app.inject({ url, headers: { cookie } });

/** Where the provider sends a browser back to, and what the browser kept. */
async function go(start = START, cookie = '') {
  const departed = await open(start, cookie);
  const sent = new URL(String(departed.headers.location));
  return { sent, trip: cookiesIn(departed) };
}

async function comeBack({ at = office, cookie = '', start = START } = {}) {
  const { sent, trip } = await go(start, cookie);
  const returned = await at.visit(sent.href);
  const path = `${returned.pathname}${returned.search}`;
  return { path, trip, reply: await open(path, `${trip}; ${cookie}`) };
}

const sessionOf = (reply: Awaited<ReturnType<typeof open>>): string => {
  const found = reply.cookies.find(({ name }) => name.startsWith('esign_dashboard'));
  return found ? `${found.name}=${found.value}` : '';
};

test('the sign-in page leads to the provider with PKCE, state and nonce, and a member who comes back is signed in', async () => {
  const { email } = await aPerson();
  expect((await open('/dashboard/sign-in?to=/dashboard/me')).body).toContain(
    `href="${START}?to=%2Fdashboard%2Fme">Sign in with Example Company</a>`,
  );
  const { sent, trip } = await go(`${START}?to=%2Fdashboard%2Fme`);
  expect(sent.origin).toBe(office.issuer);
  expect(Object.fromEntries(sent.searchParams)).toEqual({
    client_id: 'esign',
    redirect_uri: returnUri,
    response_type: 'code',
    scope: 'openid email',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  const returned = await office.visit(sent.href);
  const reply = await open(`${returned.pathname}${returned.search}`, trip);
  expect(reply.headers.location).toBe('/dashboard/me');
  expect((await open('/dashboard/me', sessionOf(reply))).body).toContain(email);
});

test('the address also counts when it is in the ID token', async () => {
  await aPerson();
  know({ at: full });
  onTestFinished(() => know());
  full.mood.person = office.mood.person;
  const { reply } = await comeBack({ at: full });
  expect(sessionOf(reply)).not.toBe('');
});

test('a way back works once, in the browser that departed, and for ten minutes', async () => {
  await aPerson();
  const { path, trip, reply } = await comeBack();
  expect(sessionOf(reply)).not.toBe('');
  expect(reply.cookies.find(({ name }) => name.startsWith('esign_trip'))).toMatchObject({
    value: '',
    maxAge: 0,
  });
  expect(await open(path, trip)).toMatchObject({ statusCode: 502 });
  const stolen = await go();
  const code = await office.visit(stolen.sent.href);
  const back = `${code.pathname}${code.search}`;
  expect(await open(back)).toMatchObject({ statusCode: 400 });
  expect(await open(back, (await go()).trip)).toMatchObject({ statusCode: 502 });
  service.advance(TRIP_MS);
  onTestFinished(() => service.advance(-TRIP_MS));
  const late = await open(back, stolen.trip);
  expect(late).toMatchObject({ statusCode: 400, body: expect.stringContaining('took too long') });
});

describe('nobody is signed in', () => {
  test.each([
    ['with an address that the provider did not verify', 'example.in', false, true],
    ['with an address of another domain', 'example.com', true, true],
    ['who is no member', 'example.in', true, false],
  ])('%s', async (_who, domain, isVerified, isMember) => {
    const { email, userId } = await aPerson(domain);
    if (!isMember) await removeMember(deps, asOwner(accountId), userId);
    office.mood.person = { email, isVerified };
    const { reply } = await comeBack();
    expect(reply.statusCode).toBe(403);
    expect(sessionOf(reply)).toBe('');
    expect(reply.body).toContain('You are not a member');
  });

  test('who pressed cancel, and the log says so without what was exchanged', async () => {
    await aPerson();
    office.mood.isCancelled = true;
    onTestFinished(() => {
      office.mood.isCancelled = false;
    });
    const { reply, path } = await comeBack();
    expect(reply.statusCode).toBe(403);
    expect(reply.body).toContain('Example Company did not sign you in.');
    expect(reply.body).toContain('href="/dashboard/sign-in"');
    const line = log.findLast((one) => one.includes('nobody signed in by the provider'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ provider: 'example', problem: 'refused' });
    const state = new URL(path, baseUrl).searchParams.get('state') ?? 'none';
    expect(log.filter((one) => one.includes(state))).toEqual([]);
  });

  test('while the provider cannot be reached, and later all works again', async () => {
    await aPerson();
    const gone = await anIdentityProvider(returnUri);
    await gone.close();
    know({ issuer: gone.issuer });
    const reply = await open(START);
    expect(reply).toMatchObject({
      statusCode: 502,
      body: expect.stringContaining('cannot be reached'),
    });
    know();
    expect(sessionOf((await comeBack()).reply)).not.toBe('');
  });

  test('by a provider that there is not', async () => {
    expect(await open('/dashboard/sign-in/oidc/none')).toMatchObject({ statusCode: 404 });
    expect(await open('/dashboard/sign-in/oidc/none/return')).toMatchObject({ statusCode: 404 });
  });
});

describe('confirming at the provider', () => {
  async function aVisitor() {
    const person = await aPerson();
    const session = sessionOf((await comeBack()).reply);
    return { ...person, session };
  }
  const CONFIRM = '/dashboard/confirm/oidc/example';

  test('asks for a new proof there, and begins the session anew', async () => {
    const { session } = await aVisitor();
    service.advance(SUDO_MS);
    expect((await open('/dashboard/confirm', session)).body).toContain(`href="${CONFIRM}"`);
    const { sent } = await go(CONFIRM, session);
    expect(sent.searchParams.get('prompt')).toBe('login');
    expect(sent.searchParams.get('max_age')).toBe('0');
    // The provider goes by real time, the service by its own.
    service.advance(-SUDO_MS);
    const { reply } = await comeBack({ start: CONFIRM, cookie: session });
    expect(reply.headers.location).toBe('/dashboard');
    expect(sessionOf(reply)).not.toBe(session);
    expect((await open('/dashboard', session)).statusCode).toBe(303);
    expect((await open('/dashboard', sessionOf(reply))).statusCode).toBe(200);
  });

  test('by somebody else, or in another session, confirms nothing', async () => {
    const { session } = await aVisitor();
    await aPerson();
    const other = await comeBack({ start: CONFIRM, cookie: session });
    expect(other.reply).toMatchObject({
      statusCode: 403,
      body: expect.stringContaining('somebody else'),
    });
    const { session: second } = await aVisitor();
    const { sent, trip } = await go(CONFIRM, session);
    const returned = await office.visit(sent.href);
    const reply = await open(`${returned.pathname}${returned.search}`, `${trip}; ${second}`);
    expect(reply.statusCode).toBe(400);
    expect((await open('/dashboard', session)).statusCode).toBe(200);
  });
});

test('a provider that does not prove anew who it is confirms nothing', async () => {
  await aPerson();
  const session = sessionOf((await comeBack()).reply);
  const { sent, trip } = await go('/dashboard/confirm/oidc/example', session);
  sent.searchParams.delete('prompt');
  sent.searchParams.delete('max_age');
  const returned = await office.visit(sent.href);
  const reply = await open(`${returned.pathname}${returned.search}`, `${trip}; ${session}`);
  expect(reply).toMatchObject({ statusCode: 400, body: expect.stringContaining('once more') });
});

describe('a provider that alone signs in its domains', () => {
  test('leaves the reply to a mailed sign-in as it is, and no mail goes out', async () => {
    const { email, userId } = await aPerson();
    know({ isOnly: true });
    onTestFinished(() => know());
    const asked = await app.inject({
      method: 'POST',
      url: '/dashboard/sign-in',
      headers: OWN_FORM,
      payload: new URLSearchParams({ email }).toString(),
    });
    expect(asked.headers.location).toMatch(/^\/dashboard\/sign-in\/code\?id=/);
    expect(await mailsOf(deps)).toEqual([]);
    const { reply } = await comeBack();
    const confirm = await open('/dashboard/confirm', sessionOf(reply));
    expect(confirm.body).not.toContain('Send me a code');
    expect(confirm.body).toContain('Sign in again with Example Company');
    const { pathname } = new URL(await issueSignIn(deps, userId));
    expect(cookieIn(await open(pathname))).not.toBe('');
  });
});
