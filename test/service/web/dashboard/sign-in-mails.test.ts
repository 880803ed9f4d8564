import { describe, expect, onTestFinished, test } from 'vitest';
import { addMember, removeMember } from '../../../../src/service/members/change-members.ts';
import { SIGN_IN_MAILS } from '../../../../src/service/members/sign-in/sign-in.rules.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { mailsOf } from '../../../support/service/due-mails.ts';
import type { MemberBrowser } from '../../../support/sign-in/a-member.ts';
import { aMember, cookieIn, OWN_FORM } from '../../../support/sign-in/a-member.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const { service, user } = await openApi({ credits: 10 });
const { app, deps } = service;
const { accountId } = user.account;
const HOUR_MS = 3_600_000;

let sent = 0;
/** Few attempts to sign in are taken from one address in a minute. */
const anAddress = () => {
  sent += 1;
  return `192.0.2.${sent}`;
};

interface From {
  readonly address?: string;
  readonly cookie?: string;
}

const post = (
  url: string,
  fields: Record<string, string>,
  { address = anAddress(), cookie = '' }: From = {},
) =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress: address,
    headers: { ...OWN_FORM, cookie },
    payload: new URLSearchParams(fields).toString(),
  });

/** Asks to sign in; returns where that leads, and the mails that are due. */
async function ask(email: string, from: From = {}) {
  const asked = await post('/dashboard/sign-in', { email, to: '/dashboard/me' }, from);
  const location = String(asked.headers.location);
  const id = new URL(location, 'http://esign.example.in').searchParams.get('id') ?? '';
  return { asked, location, id, mails: await mailsOf(deps) };
}

const codeIn = (text = '') => /code (\d{6})/.exec(text)?.[1] ?? '';

/** A member who is signed in, and all that their browser keeps. */
async function aVictim() {
  const member = await aMember(service, { accountId });
  const email = (await deps.store.findUserById(member.userId))?.email ?? '';
  const [mail] = (await ask(email)).mails;
  const entered = await post(
    /\/dashboard\/sign-in\/\S+/.exec(mail?.text ?? '')?.[0] ?? '',
    {},
    { cookie: member.cookie },
  );
  const known = entered.cookies.find(({ name }) => name.startsWith('esign_known'));
  return { ...member, email, known: `${known?.name}=${known?.value}` };
}

async function mailsAfter(email: string, addresses: readonly string[]): Promise<number> {
  let mails = 0;
  for (const address of addresses) mails += (await ask(email, { address })).mails.length;
  return mails;
}

const eight = (address: () => string) => Array.from({ length: 8 }, address);

const STRANGERS: [string, () => string, number][] = [
  ['one address', () => '203.0.113.9', SIGN_IN_MAILS.address],
  // Signing in took one of five before.
  ['several addresses', anAddress, SIGN_IN_MAILS.addresses - 1],
];

describe.each(STRANGERS)('a stranger who asks eight times from %s', (_where, address, most) => {
  test('causes few mails, and keeps the member from nothing', async () => {
    const { email, known, post: submit } = await aVictim();
    expect(await mailsAfter(email, eight(address))).toBe(most);
    const { id, mails } = await ask(email.toUpperCase(), { cookie: known });
    expect(mails).toMatchObject([{ kind: 'sign-in', to: email }]);
    const fields = { id, code: codeIn(mails[0]?.text) };
    expect((await post('/dashboard/sign-in/code', fields)).statusCode).toBe(303);
    const asked = await submit('/dashboard/confirm');
    const confirmation = String(asked.headers.location).split('id=')[1] ?? '';
    const [mail] = await mailsOf(deps);
    expect(mail).toMatchObject({ kind: 'sign-in', to: email });
    const confirmed = await submit('/dashboard/confirm/code', {
      id: confirmation,
      code: codeIn(mail?.text),
    });
    expect(confirmed.headers.location).toBe('/dashboard');
  });
});

test('addresses of one network of IPv6 count as one, and leave some mails to others', async () => {
  const { email } = await aVictim();
  let host = 0;
  const addresses = eight(() => {
    host += 1;
    return `2001:db8:0:1::${host}`;
  });
  expect(await mailsAfter(email, addresses)).toBe(SIGN_IN_MAILS.address);
  expect((await ask(email)).mails).toHaveLength(1);
});

test('a browser has its own mails, not those of strangers, and after an hour again', async () => {
  const { email, known } = await aVictim();
  const inBrowser = async () => {
    const { mails } = await ask(email, { cookie: known });
    return mails.length;
  };
  const counts: number[] = [];
  for (let asked = 0; asked <= SIGN_IN_MAILS.browser; asked += 1) counts.push(await inBrowser());
  expect(counts).toEqual([1, 1, 1, 0]);
  expect((await ask(email)).mails).toHaveLength(1);
  service.advance(HOUR_MS);
  onTestFinished(() => service.advance(-HOUR_MS));
  await mailsOf(deps);
  expect(await inBrowser()).toBe(1);
});

test('of a cookie, nothing is believed that this service did not seal for the member', async () => {
  const { email, known } = await aVictim();
  const other = await aVictim();
  expect(known.length).toBeGreaterThan(100);
  expect(Buffer.from(known, 'base64url').toString()).not.toContain(email);
  await mailsAfter(email, eight(anAddress));
  for (const cookie of [other.known, known.slice(0, -2), known.replace(/=.*/, '=~x.y~'), '']) {
    expect([cookie, (await ask(email, { cookie })).mails]).toEqual([cookie, []]);
  }
  expect((await ask(email, { cookie: known })).mails).toHaveLength(1);
});

test('a browser remembers each of the last three members who signed in there', async () => {
  const victims = [await aVictim(), await aVictim(), await aVictim(), await aVictim()];
  let cookie = '';
  for (const { email, known } of victims) {
    const { id, mails } = await ask(email, { cookie: known });
    const fields = { id, code: codeIn(mails[0]?.text) };
    const { cookies } = await post('/dashboard/sign-in/code', fields, { cookie });
    const kept = cookies.find(({ name }) => name.startsWith('esign_known'));
    cookie = `${kept?.name}=${kept?.value}`;
  }
  const counts: number[] = [];
  for (const { email } of victims) {
    await mailsAfter(email, eight(anAddress));
    counts.push((await ask(email, { cookie })).mails.length);
  }
  expect(counts).toEqual([0, 1, 1, 1]);
});

test('signing out keeps what the browser remembers of the member', async () => {
  const { post: submit } = await aVictim();
  const left = await submit('/dashboard/sign-out');
  expect(left.cookies.map(({ name }) => name.replace(/_\d*$/, ''))).toEqual(['esign_dashboard']);
});

test('somebody who leaves and is invited again gets no more mails', async () => {
  const { email, userId } = await aVictim();
  await mailsAfter(email, eight(anAddress));
  await removeMember(deps, asOwner(accountId), userId);
  await addMember(deps, asOwner(accountId), { email, role: 'owner' });
  expect((await ask(email)).mails).toEqual([]);
});

test('nobody can tell from the replies who is a member, nor that somebody asked too often', async () => {
  const { email } = await aVictim();
  const shape = ({ asked, location }: Awaited<ReturnType<typeof ask>>) => [
    asked.statusCode,
    location.replace(/id=[0-9a-f-]{36}/, 'id='),
  ];
  const pageOf = async ({ location, id }: Awaited<ReturnType<typeof ask>>) =>
    (await app.inject(location)).body.replaceAll(id, 'ID');
  const known = await ask(email);
  const unknown = await ask('nobody@example.in');
  await mailsAfter(email, eight(anAddress));
  const tooMany = await ask(email);
  expect(unknown.mails.concat(tooMany.mails)).toEqual([]);
  expect([shape(unknown), shape(tooMany)]).toEqual([shape(known), shape(known)]);
  const page = await pageOf(known);
  expect(page).toContain('If that address belongs to a member who signs in by email, an email');
  expect([await pageOf(unknown), await pageOf(tooMany)]).toEqual([page, page]);
});

test('of more requests at once than an hour allows, no more are mailed', async () => {
  const { email } = await aVictim();
  const asks = eight(anAddress).map((address) =>
    post('/dashboard/sign-in', { email, to: '' }, { address }),
  );
  await Promise.all(asks);
  expect(await mailsOf(deps)).toHaveLength(SIGN_IN_MAILS.addresses - 1);
});

describe('confirming a session', () => {
  const asks = (member: MemberBrowser) => member.post('/dashboard/confirm');

  test('takes three mails an hour; then the page says so and until when, and mails nothing', async () => {
    const member = await aVictim();
    for (let asked = 0; asked < SIGN_IN_MAILS.session; asked += 1) {
      expect((await asks(member)).statusCode).toBe(303);
    }
    expect(await mailsOf(deps)).toHaveLength(SIGN_IN_MAILS.session);
    const { statusCode, body } = await asks(member);
    expect([statusCode, body]).toEqual([
      400,
      expect.stringMatching(
        /You asked for 3 codes within the hour.*or wait until \d+ \w+ \d{4}, \d+:\d\d [ap]m IST\./,
      ),
    ]);
    expect(await mailsOf(deps)).toEqual([]);
    expect(cookieIn(await member.get('/dashboard'))).toBe('');
    service.advance(HOUR_MS);
    onTestFinished(() => service.advance(-HOUR_MS));
    expect((await asks(member)).statusCode).toBe(303);
  });

  test('counts for each session of its own', async () => {
    const member = await aVictim();
    for (let asked = 0; asked < SIGN_IN_MAILS.session; asked += 1) await asks(member);
    await mailsOf(deps);
    const { known, email } = member;
    const { id, mails } = await ask(email, { cookie: known });
    const fields = { id, code: codeIn(mails[0]?.text) };
    const cookie = cookieIn(await post('/dashboard/sign-in/code', fields));
    const { body } = await app.inject({ url: '/dashboard/confirm', headers: { cookie } });
    const form_key = /name="form_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    expect((await post('/dashboard/confirm', { form_key }, { cookie })).statusCode).toBe(303);
    expect(await mailsOf(deps)).toHaveLength(1);
  });

  test('says that nothing is mailed to somebody whose company alone signs them in', async () => {
    const member = await aVictim();
    const only = { id: 'x', name: 'Example Company', domains: ['example.in'], isOnly: true };
    Object.assign(deps, { identityProviders: [only] });
    onTestFinished(() => void Object.assign(deps, { identityProviders: [] }));
    const { statusCode, body } = await asks(member);
    expect([statusCode, body]).toEqual([409, expect.stringContaining('No code was sent')]);
    expect(await mailsOf(deps)).toEqual([]);
  });
});
