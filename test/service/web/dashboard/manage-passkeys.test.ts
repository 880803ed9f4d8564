import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_QUOTAS } from '../../../../src/service/core/quotas.rules.ts';
import { PASSKEY_NAME_LENGTH } from '../../../../src/service/members/sign-in/passkey.rules.ts';
import { SUDO_MS } from '../../../../src/service/members/sign-in/session.rules.ts';
import { aMember, cookieIn } from '../../../support/sign-in/a-member.ts';
import { anAuthenticator } from '../../../support/sign-in/an-authenticator.ts';
import { ADD, CONFIRM, HOST, ORIGIN, openPasskeyWorld } from './passkey-world.ts';

const { service, accountId, optionsOf, aHolder, submit, answerOf } = await openPasskeyWorld();
const { app, deps } = service;

describe('adding and removing a passkey', () => {
  test('takes a confirmation within the last ten minutes', async () => {
    const { browser } = await aHolder();
    const { challenge, user: own } = await optionsOf(ADD, browser);
    service.advance(SUDO_MS);
    onTestFinished(() => service.advance(-SUDO_MS));
    const answer = anAuthenticator(HOST).create({ origin: ORIGIN, challenge }, own.id);
    expect((await browser.post(ADD, { name: 'Late (TEST)', answer })).statusCode).toBe(403);
    const [passkey] = await deps.store.listPasskeys(browser.userId);
    const removal = { passkey: passkey?.passkeyId ?? '' };
    expect((await browser.post(`${ADD}/remove`, removal)).statusCode).toBe(403);
    expect(await deps.store.listPasskeys(browser.userId)).toHaveLength(1);
    expect((await browser.get('/dashboard/me')).body).toContain('Confirm that it is you, to add');
  });

  test('concerns one’s own alone', async () => {
    const [one, other] = [await aHolder(), await aHolder()];
    const [passkey] = await deps.store.listPasskeys(other.browser.userId);
    await one.browser.post(`${ADD}/remove`, { passkey: passkey?.passkeyId ?? '' });
    await one.browser.post(`${ADD}/remove`, { passkey: 'none' });
    expect(await deps.store.listPasskeys(other.browser.userId)).toHaveLength(1);
    const { challenge, user: own } = await optionsOf(ADD, other.browser);
    const answer = anAuthenticator(HOST).create({ origin: ORIGIN, challenge }, own.id);
    expect((await one.browser.post(ADD, { name: 'X (TEST)', answer })).statusCode).toBe(400);
  });

  test('works once for an answer, and needs a name', async () => {
    const browser = await aMember(service, { accountId });
    const device = anAuthenticator(HOST);
    const { challenge, user: own } = await optionsOf(ADD, browser);
    const answer = device.create({ origin: ORIGIN, challenge }, own.id);
    for (const name of ['', ' ', 'x'.repeat(PASSKEY_NAME_LENGTH + 1)]) {
      const { statusCode, body } = await browser.post(ADD, { name, answer });
      expect(statusCode).toBe(400);
      expect(body).toContain(
        `name="name" value="${name}" required maxlength="80" autocomplete="off" id="field-name"`,
      );
    }
    expect((await browser.post(ADD, { name: 'Key (TEST)', answer })).statusCode).toBe(303);
    expect((await browser.post(ADD, { name: 'Key (TEST)', answer })).statusCode).toBe(400);
    const again = await optionsOf(ADD, browser);
    const same = device.create({ origin: ORIGIN, challenge: again.challenge }, own.id);
    expect((await browser.post(ADD, { name: 'Key (TEST)', answer: same })).statusCode).toBe(400);
    expect(await deps.store.listPasskeys(browser.userId)).toHaveLength(1);
  });

  test('ends at the most that a person may have, also for two at a time', async () => {
    const { browser } = await aHolder();
    const { userId } = browser;
    const own = { userId, name: 'Key (TEST)', publicKey: Buffer.alloc(1), counter: 0 };
    await deps.store.transaction(async (tx) => {
      for (let made = 2; made < DEFAULT_QUOTAS.passkeys; made += 1) {
        const ids = { passkeyId: randomUUID(), credentialId: randomUUID() };
        await tx.insertPasskey({ ...own, ...ids, createdAt: deps.clock.now(), lastUsedAt: null });
      }
    });
    expect((await browser.get('/dashboard/me')).body).toContain('19 of at most 20 passkeys');
    const add = async () => {
      const { challenge, user: handle } = await optionsOf(ADD, browser);
      const answer = anAuthenticator(HOST).create({ origin: ORIGIN, challenge }, handle.id);
      return await browser.post(ADD, { name: 'One more (TEST)', answer });
    };
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
    expect(both.map(({ body }) => body).join()).toContain('There are 20 passkeys already');
  });
});

describe('confirming with a passkey', () => {
  test('begins the session anew', async () => {
    const { browser, device } = await aHolder();
    expect((await browser.get('/dashboard/confirm')).body).toContain('Confirm with a passkey');
    const options = await optionsOf(CONFIRM, browser);
    expect(options.allowCredentials).toMatchObject([{ id: device.id }]);
    const { challenge } = options;
    const answer = device.get({ origin: ORIGIN, challenge });
    const confirmed = await browser.post(CONFIRM, { answer });
    expect(confirmed.headers.location).toBe('/dashboard');
    const cookie = cookieIn(confirmed);
    expect(cookie).not.toBe(browser.cookie);
    expect((await browser.get('/dashboard')).statusCode).toBe(303);
    const page = await app.inject({ url: '/dashboard', headers: { cookie } });
    expect(page.statusCode).toBe(200);
  });

  test('counts for the session that asked, by the passkey of its member', async () => {
    const [one, other] = [await aHolder(), await aHolder()];
    const { challenge } = await optionsOf(CONFIRM, one.browser);
    const foreign = other.device.get({ origin: ORIGIN, challenge });
    expect((await one.browser.post(CONFIRM, { answer: foreign })).statusCode).toBe(400);
    const elsewhere = await optionsOf(CONFIRM, other.browser);
    const answer = one.device.get({ origin: ORIGIN, challenge: elsewhere.challenge });
    expect((await one.browser.post(CONFIRM, { answer })).statusCode).toBe(400);
    expect((await one.browser.get('/dashboard')).statusCode).toBe(200);
  });
});

test('a passkey of somebody whose company alone signs them in neither signs in nor confirms, and none is added', async () => {
  const { browser, device } = await aHolder();
  const only = { id: 'x', name: 'Example Company', domains: ['example.in'], isOnly: true };
  Object.assign(deps, { identityProviders: [only] });
  onTestFinished(() => void Object.assign(deps, { identityProviders: [] }));
  expect((await submit(await answerOf(device))).statusCode).toBe(403);
  expect((await browser.get('/dashboard/me')).body).toContain('Example Company signs you in');
  const { challenge } = await optionsOf(CONFIRM, browser);
  const answer = device.get({ origin: ORIGIN, challenge });
  expect((await browser.post(CONFIRM, { answer })).statusCode).toBe(400);
  const asked = await optionsOf(ADD, browser);
  const made = anAuthenticator(HOST).create(
    { origin: ORIGIN, challenge: asked.challenge },
    asked.user.id,
  );
  expect((await browser.post(ADD, { name: 'X (TEST)', answer: made })).statusCode).toBe(409);
});
