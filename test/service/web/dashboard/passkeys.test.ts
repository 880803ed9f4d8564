import { describe, expect, onTestFinished, test } from 'vitest';
import { removeMember } from '../../../../src/service/members/change-members.ts';
import { CHALLENGE_MS } from '../../../../src/service/members/sign-in/passkey.rules.ts';
import { aMember, cookieIn } from '../../../support/sign-in/a-member.ts';
import { anAuthenticator } from '../../../support/sign-in/an-authenticator.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import { ADD, CONFIRM, HOST, ORIGIN, openPasskeyWorld, SIGN_IN } from './passkey-world.ts';

const { service, accountId, standAt, optionsOf, aHolder, submit, answerOf } =
  await openPasskeyWorld();
const { app, deps } = service;

test('a member adds a passkey, signs in with it without an address, and sees when it was used', async () => {
  const { browser, device } = await aHolder();
  const options = await optionsOf(SIGN_IN);
  expect(options).toMatchObject({ rpId: HOST, userVerification: 'required' });
  expect(options.allowCredentials).toEqual([]);
  const entered = await submit(device.get({ origin: ORIGIN, challenge: options.challenge }));
  expect(entered.headers.location).toBe('/dashboard/me');
  const page = await app.inject({ url: '/dashboard/me', headers: { cookie: cookieIn(entered) } });
  expect(page.body).toContain('Laptop (TEST)');
  const [passkey] = await deps.store.listPasskeys(browser.userId);
  expect(passkey).toMatchObject({ counter: 1, lastUsedAt: expect.any(Date) });
  expect(page.body).toContain(passkey?.lastUsedAt?.toISOString());
});

test('a browser is asked to make a passkey that is found without an address and asks who holds it', async () => {
  const { browser, device } = await aHolder();
  expect(await optionsOf(ADD, browser)).toMatchObject({
    rp: { id: HOST },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: device.id }],
  });
});

describe('a passkey signs nobody in', () => {
  test('by an answer that was used before', async () => {
    const { device } = await aHolder();
    const answer = await answerOf(device, { counter: 0 });
    expect((await submit(answer)).statusCode).toBe(303);
    expect((await submit(answer)).statusCode).toBe(403);
  });

  test('by two answers to one challenge', async () => {
    const { device } = await aHolder();
    const { challenge } = await optionsOf(SIGN_IN);
    const answers = [1, 2].map(() => device.get({ origin: ORIGIN, challenge }));
    const replies = await Promise.all(answers.map(submit));
    const statuses = replies.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  });

  test('once its challenge is over', async () => {
    const { device } = await aHolder();
    const answer = await answerOf(device);
    service.advance(CHALLENGE_MS);
    onTestFinished(() => service.advance(-CHALLENGE_MS));
    expect((await submit(answer)).statusCode).toBe(403);
  });

  test('with a challenge that the service did not make, or made for something else', async () => {
    const { browser, device } = await aHolder();
    const { challenge: toConfirm } = await optionsOf(CONFIRM, browser);
    const { challenge: toAdd } = await optionsOf(ADD, browser);
    const own = Buffer.from(`${Date.now() + 60_000} ${'A'.repeat(43)}`).toString('base64url');
    for (const challenge of [toConfirm, toAdd, own, '']) {
      const answer = device.get({ origin: ORIGIN, challenge });
      expect((await submit(answer)).statusCode).toBe(403);
    }
  });

  test.each([
    ['https://evil.example.com'],
    ['https://other.example.in'],
    ['http://sign.example.in'],
    ['https://sign.example.in:8443'],
  ])('from the origin %s', async (origin) => {
    const { device } = await aHolder();
    const { challenge } = await optionsOf(SIGN_IN);
    expect((await submit(device.get({ origin, challenge }))).statusCode).toBe(403);
  });

  test('from another host’s page, whatever the browser says', async () => {
    const { browser } = await aHolder();
    const device = anAuthenticator('evil.example.com');
    const { challenge, user: own } = await optionsOf(ADD, browser);
    const answer = device.create({ origin: ORIGIN, challenge }, own.id);
    expect((await browser.post(ADD, { name: 'X (TEST)', answer })).statusCode).toBe(400);
  });

  test.each([
    ['without proof of who holds it', { isVerified: false }],
    ['with the user handle of somebody else', { userHandle: 'b3RoZXI' }],
  ])('%s', async (_why, wishes) => {
    const { device } = await aHolder();
    expect((await submit(await answerOf(device, wishes))).statusCode).toBe(403);
  });

  test('when its counter goes back: it was copied', async () => {
    const { device } = await aHolder();
    expect((await submit(await answerOf(device, { counter: 7 }))).statusCode).toBe(303);
    for (const counter of [7, 6, 0]) {
      expect((await submit(await answerOf(device, { counter }))).statusCode).toBe(403);
    }
    expect((await submit(await answerOf(device, { counter: 8 }))).statusCode).toBe(303);
  });

  test('of a device that nobody added, and by what is no answer', async () => {
    const stranger = anAuthenticator(HOST);
    expect((await submit(await answerOf(stranger))).statusCode).toBe(403);
    for (const answer of ['', 'null', '[]', '{"id":"\\u0000"}', '{"id":"AA","response":{}}']) {
      expect((await submit(answer)).statusCode).toBe(403);
    }
  });

  test('once it or its member was removed', async () => {
    const { browser, device } = await aHolder();
    const [passkey] = await deps.store.listPasskeys(browser.userId);
    const answer = await answerOf(device);
    await browser.post(`${ADD}/remove`, { passkey: passkey?.passkeyId ?? '' });
    expect((await submit(answer)).statusCode).toBe(403);
    const left = await aHolder();
    const { userId } = left.browser;
    await removeMember(deps, asOwner(accountId), userId);
    expect((await submit(await answerOf(left.device))).statusCode).toBe(403);
    expect(await deps.store.listPasskeys(userId)).toEqual([]);
  });
});

test.each([['http://127.0.0.1:4010'], ['https://192.0.2.1'], ['http://esign.example.in']])(
  'at %s, where browsers have no passkeys, no button is shown, and the page says why',
  async (baseUrl) => {
    standAt(baseUrl);
    onTestFinished(() => standAt(ORIGIN));
    const browser = await aMember(service, { accountId });
    const { body } = await browser.get('/dashboard/me');
    expect(body).toContain(`This service is at ${baseUrl}, so that none can be added or used.`);
    expect(body).not.toContain('data-passkey');
    expect((await app.inject({ url: '/dashboard/sign-in' })).body).not.toContain('passkey');
    expect((await browser.get('/dashboard/confirm')).body).not.toContain('passkey');
    expect((await app.inject({ url: SIGN_IN })).statusCode).toBe(404);
    expect((await submit('{}')).statusCode).toBe(403);
  },
);
