import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { addMember } from '../../src/service/members/change-members.ts';
import { issueSignIn } from '../../src/service/members/sign-in/request-sign-in.ts';
import { SUDO_MS } from '../../src/service/members/sign-in/session.rules.ts';
import {
  barriersOn,
  LOOKS,
  openChromium,
  openPage,
  overflowOf,
} from '../support/sandbox/a-browser.ts';
import { openService } from '../support/service/open-service.ts';
import { asOwner } from '../support/sign-in/callers.ts';

const service = await openService();
const { app, deps } = service;
const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
const baseUrl = `http://localhost:${address.port}`;
Object.assign(deps.links, { baseUrl });
const browser = await openChromium();
afterAll(async () => {
  await browser.close();
  await service.close();
});

const { accountId } = await service.account();
let counted = 0;

/** Gives a page a device that has passkeys, and asks nobody. */
async function plugIn(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** A member at the page "You". */
async function aMemberAtHome(options: Parameters<typeof openPage>[1] = {}) {
  counted += 1;
  const email = `asha-${counted}@example.in`;
  const { userId } = await addMember(deps, asOwner(accountId), { email, role: 'owner' });
  const opened = await openPage(browser, options);
  await opened.page.goto(await issueSignIn(deps, userId));
  await opened.page.goto(`${baseUrl}/dashboard/me`);
  return { ...opened, email, userId };
}

async function signOut(page: Page): Promise<void> {
  await page.locator('.who-is summary').click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}

async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('rowheader', { name, exact: true }).waitFor();
}

test('a device adds a passkey, signs in with it without an address, and confirms by it', async () => {
  const { page, complaints, email, userId } = await aMemberAtHome();
  const device = await plugIn(page);
  await add(page, 'Phone (TEST)');
  expect(await device.count()).toBe(1);
  await signOut(page);
  await page.goto(`${baseUrl}/dashboard/sign-in?to=/dashboard/me`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(`${baseUrl}/dashboard/me`);
  await page.locator('.who-is summary').click();
  expect(await page.getByText(email).first().isVisible()).toBe(true);
  const [passkey] = await deps.store.listPasskeys(userId);
  expect(passkey?.lastUsedAt).not.toBeNull();
  expect(passkey?.counter).toBeGreaterThan(0);

  const [before] = await deps.store.listSessions({ accountId, userId });
  service.advance(SUDO_MS);
  await page.reload();
  await page.getByRole('link', { name: 'Confirm that it is you, to add a passkey' }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await page.waitForURL(`${baseUrl}/dashboard`);
  const [after] = await deps.store.listSessions({ accountId, userId });
  expect(after?.sessionId).not.toBe(before?.sessionId);
  await page.goto(`${baseUrl}/dashboard/me`);
  await page.getByRole('button', { name: 'Remove Phone (TEST)' }).click();
  await page.getByRole('button', { name: 'Remove Phone (TEST)' }).waitFor({ state: 'detached' });
  expect(await deps.store.listPasskeys(userId)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a device that does not know who holds it signs nobody in, and the page says so and how to go on', async () => {
  const { page } = await aMemberAtHome();
  const device = await plugIn(page);
  await add(page, 'Laptop (TEST)');
  await signOut(page);
  await device.verifies(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toContain('or ask for a link by email');
  expect(await heading(page).textContent()).toBe('Sign in');
});

test('a passkey that was removed here signs nobody in, though the device still has it', async () => {
  const { page, userId } = await aMemberAtHome();
  await plugIn(page);
  await add(page, 'Key (TEST)');
  const [passkey] = await deps.store.listPasskeys(userId);
  await deps.store.removePasskey({ userId, passkeyId: passkey?.passkeyId ?? '' });
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/sign-in/passkey');
  expect(await heading(page).textContent()).toBe('That passkey does not sign you in');
});

test('without scripts no passkey is offered, the page says why, and a link can still be asked for', async () => {
  const { page } = await aMemberAtHome({ javaScriptEnabled: false });
  expect(await page.getByText('or runs no scripts').isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Add a passkey' }).isVisible()).toBe(false);
  await signOut(page);
  expect(await page.getByRole('button', { name: 'passkey' }).isVisible()).toBe(false);
  await page.getByLabel('Email address').fill('nobody@example.in');
  await page.getByRole('button', { name: 'Send me a link and a code' }).click();
  expect(await heading(page).textContent()).toBe('Enter the code');
});

test('a key that is shown once is not shown again by a reload, nor made a second time', async () => {
  const { page } = await aMemberAtHome();
  await page.goto(`${baseUrl}/dashboard/keys`);
  await page.getByLabel('Name').fill('Reloaded (TEST)');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page
    .getByText(/^sk_test_/)
    .first()
    .textContent();
  expect(key).toMatch(/^sk_test_/);
  await page.waitForURL('**/keys/key_*');
  await page.reload();
  expect(await heading(page).textContent()).toBe('Reloaded (TEST)');
  expect(await page.content()).not.toContain(key);
  await page.goto(`${baseUrl}/dashboard/keys`);
  expect(await page.getByText('Reloaded (TEST)').count()).toBe(1);
});

test.each(LOOKS)(
  'at $viewport.width px, $colorScheme, the pages with passkeys have room and no barrier',
  async ({ colorScheme, viewport }) => {
    const { page, userId, complaints } = await aMemberAtHome({ viewport, colorScheme });
    const device = await plugIn(page);
    await add(page, 'Work laptop of the office on the second floor (TEST)');
    expect(await device.count()).toBe(1);
    const providers = [
      { id: 'x', name: 'Example Company', domains: ['example.in'], isOnly: false },
      { id: 'y', name: 'Another Company', domains: ['example.com'], isOnly: false },
    ];
    Object.assign(deps, { identityProviders: providers });
    const stranger = await openPage(browser, { viewport, colorScheme });
    for (const [on, path] of [
      [page, '/dashboard/me'],
      [page, '/dashboard/confirm'],
      [stranger.page, '/dashboard/sign-in'],
    ] as const) {
      await on.goto(`${baseUrl}${path}`);
      await on
        .getByRole('button', { name: /passkey/i })
        .last()
        .waitFor();
      expect([path, await overflowOf(on), await barriersOn(on)]).toEqual([path, 0, []]);
    }
    Object.assign(deps, { identityProviders: [] });
    expect(await deps.store.listPasskeys(userId)).toHaveLength(1);
    expect([...complaints, ...stranger.complaints]).toEqual([]);
  },
);
