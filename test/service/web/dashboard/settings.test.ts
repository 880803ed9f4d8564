import { expect, test } from 'vitest';
import { changeAccount } from '../../../../src/service/core/accounts/create-account.ts';
import { MAIL_LIMITS } from '../../../../src/service/core/mails/queue-mails.ts';
import { ASHA, apiUser, openApi } from '../../../support/service/call-service.ts';
import { mailsOf } from '../../../support/service/due-mails.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const { service, user } = await openApi();
const { app, deps } = service;
const { accountId } = user.account;
const owner = await aMember(service, { accountId });
const stored = () => deps.store.findAccount(accountId);
const MINUTES = 60_000;
const DAYS = 86_400_000;
const REPLY_TO = '/dashboard/settings/reply-to';

const GIVEN = {
  name: 'Northwind <Homes>',
  message: 'Call us with any question.',
  helpUrl: 'https://example.in/help',
  privacyUrl: '',
  termsUrl: ' ',
  linkDays: '7',
  names: 'strict',
};

test('settings are saved, and shown again in the form', async () => {
  const saved = await owner.post('/dashboard/settings', GIVEN);
  expect(saved.headers.location).toBe('/dashboard/settings?saved=1');
  expect(await stored()).toMatchObject({ ...GIVEN, privacyUrl: null, termsUrl: null, linkDays: 7 });
  const { body } = await owner.get('/dashboard/settings?saved=1');
  expect(body).toContain('value="Northwind &lt;Homes&gt;"');
  expect(body).toContain('Saved.');
  expect(body).toContain('<option value="strict" selected>');
});

test.each([
  ['Sender name: must have 1 to 200 characters.', { name: ' ' }],
  [
    'Signing links stay valid for (days): must be a whole number from 1 to 365.',
    { linkDays: '0x10' },
  ],
  ['If the name on the certificate differs: must be strict or flag.', { names: 'x' }],
])('%s Then nothing is saved, and nothing typed is lost', async (words, wrong) => {
  const before = await stored();
  const refused = await owner.post('/dashboard/settings', {
    ...GIVEN,
    message: 'Typed just now.',
    ...wrong,
  });
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain(words);
  expect(refused.body).toContain('value="Typed just now."');
  expect(await stored()).toEqual(before);
});

async function anOwner() {
  const account = await service.account({ credits: 100 });
  const { accountId } = account;
  const owner = await aMember(service, { accountId });
  return {
    accountId,
    user: apiUser(service, account),
    settings: async () => (await owner.get('/dashboard/settings')).body,
    ask: (replyTo: string) => owner.post(REPLY_TO, { replyTo }),
    /** The reply address, and the one that waits. */
    addresses: async () => {
      const found = await deps.store.findAccount(accountId);
      return [found?.replyTo, found?.pendingReplyTo];
    },
  };
}

const pathIn = (text = ''): string => /\/dashboard\/reply-address\/[\w.-]+/.exec(text)?.[0] ?? '';
/** Mails of tests before come again once their lease has ended. */
const ownMail = async () => (await mailsOf(deps)).findLast(({ kind }) => kind === 'reply-address');
const press = (url: string, site = 'same-origin') =>
  app.inject({ method: 'POST', url, headers: { 'sec-fetch-site': site } });

test('an address is used once somebody there pressed the button, and the former one until then', async () => {
  const { accountId, user, ask, addresses, settings } = await anOwner();
  await changeAccount(deps, asOwner(accountId), { replyTo: 'former@example.in' });
  expect((await ask('office@example.in')).headers.location).toBe('/dashboard/settings?saved=1');
  expect(await addresses()).toEqual(['former@example.in', 'office@example.in']);
  expect(await settings()).toContain('<strong>office@example.in</strong> is waiting');
  const mail = await ownMail();
  expect(mail).toMatchObject({ to: 'office@example.in', replyTo: null });
  const path = pathIn(mail?.text);
  await user.send(ASHA);
  expect((await mailsOf(deps)).at(-1)?.replyTo).toBe('former@example.in');
  const page = await app.inject(path);
  expect(page.body).toContain('Yes, send replies here');
  expect(await addresses()).toEqual(['former@example.in', 'office@example.in']);
  expect((await press(path)).body).toContain('go to office@example.in from now on');
  expect(await addresses()).toEqual(['office@example.in', null]);
  await user.send(ASHA);
  expect((await mailsOf(deps)).at(-1)?.replyTo).toBe('office@example.in');
  expect([(await press(path)).statusCode, (await app.inject(path)).statusCode]).toEqual([410, 410]);
});

test('another site cannot press the button', async () => {
  const { ask, addresses } = await anOwner();
  await ask('office@example.in');
  const path = pathIn((await ownMail())?.text);
  expect((await press(path, 'cross-site')).statusCode).toBe(403);
  expect(await addresses()).toEqual([null, 'office@example.in']);
});

test('a link ends when it is sent again, which has to wait five minutes', async () => {
  const { ask, addresses } = await anOwner();
  await ask('office@example.in');
  const first = pathIn((await ownMail())?.text);
  const tooSoon = await ask('office@example.in');
  expect(tooSoon.body).toContain('less than 5 minutes ago');
  service.advance(5 * MINUTES);
  await ask('office@example.in');
  const second = pathIn((await ownMail())?.text);
  expect((await press(first)).statusCode).toBe(410);
  expect((await press(second)).statusCode).toBe(200);
  expect(await addresses()).toEqual(['office@example.in', null]);
});

test('clearing and asking anew does not shorten the wait', async () => {
  const { ask, addresses } = await anOwner();
  await ask('office@example.in');
  await ask('');
  expect(await addresses()).toEqual([null, null]);
  expect((await ask('other@example.in')).statusCode).toBe(400);
  expect(await addresses()).toEqual([null, null]);
});

test('the present address ends the question, and none is at once none', async () => {
  const { accountId, ask, addresses } = await anOwner();
  await changeAccount(deps, asOwner(accountId), { replyTo: 'former@example.in' });
  await ask('desk@example.in');
  const mail = await ownMail();
  await ask('former@example.in');
  expect(await addresses()).toEqual(['former@example.in', null]);
  expect((await press(pathIn(mail?.text))).statusCode).toBe(410);
  await ask(' ');
  expect(await addresses()).toEqual([null, null]);
});

test('an address is asked five times an hour, whoever asks; the next one is told when, and keeps what they typed', async () => {
  const asked = await Promise.all(
    Array.from(
      { length: MAIL_LIMITS.hour },
      async () => await (await anOwner()).ask('often@example.in'),
    ),
  );
  expect(asked.map(({ statusCode }) => statusCode)).toEqual(Array(MAIL_LIMITS.hour).fill(303));
  const { ask, addresses } = await anOwner();
  const refused = await ask('Often+1@example.in');
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    expect.stringMatching(
      /Often\+1@example\.in gets no more mails of this kind.*Try again after \d+ \w+/,
    ),
  ]);
  expect(refused.body).toContain('value="Often+1@example.in"');
  expect(await addresses()).toEqual([null, null]);
  service.advance(60 * MINUTES);
  expect((await ask('often@example.in')).statusCode).toBe(303);
});

test('no mail goes to an address that is not asked any more', async () => {
  const { ask } = await anOwner();
  await ask('nobody@example.in');
  await ask('');
  expect((await mailsOf(deps)).filter(({ to }) => to === 'nobody@example.in')).toEqual([]);
});

test('a link that nobody opens ends after seven days, and the page says so', async () => {
  const { accountId, ask } = await anOwner();
  await ask('desk@example.in');
  const path = pathIn((await ownMail())?.text);
  service.advance(7 * DAYS);
  expect((await press(path)).statusCode).toBe(410);
  const { body } = await (await aMember(service, { accountId })).get('/dashboard/settings');
  expect(body).toContain('<strong>desk@example.in</strong> was not confirmed in time.');
});

test.each(['x', 'YWNjXzE.x'])('a link that is none, %s, has ended', async (token) => {
  expect((await app.inject(`/dashboard/reply-address/${token}`)).statusCode).toBe(410);
});
