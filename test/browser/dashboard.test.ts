import { expect, test } from 'vitest';
import { MENU } from '../../src/service/http/dashboard/navigation.ts';
import { barriersOn, DESKTOP, openPage, PHONE } from '../support/a-browser.ts';
import { openSigningInBrowser, PEOPLE } from '../support/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();
const { baseUrl } = world.sandbox;
const { documentId } = await world.send({ signers: PEOPLE.slice(0, 2) });
await world.control.sign({ documentId });

/** The pages behind the menu, and those that no menu leads to. */
const PATHS = [
  ...MENU.map(({ path }) => path),
  '/dashboard/confirm',
  '/dashboard/confirm?id=0',
  '/dashboard/credits/profile',
  '/dashboard/nothing-here',
];
const SIGNED_OUT = ['/dashboard/sign-in', '/dashboard/sign-in/code?id=0', '/dashboard/sign-in/x'];

async function openSignedIn(options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(browser, options);
  await opened.page.goto((await world.control.pages()).dashboard);
  return opened;
}

const sideways = (page: Awaited<ReturnType<typeof openPage>>['page']) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each([
  ['a phone', 'light', PHONE],
  ['a desktop', 'dark', DESKTOP],
] as const)(
  'on %s in the %s scheme, every page has room, breaks no rule and has no barrier',
  async (_, colorScheme, viewport) => {
    const { page, complaints } = await openSignedIn({ viewport, colorScheme });
    const stranger = await openPage(browser, { viewport, colorScheme });
    const visits = [
      ...PATHS.map((path) => ({ path, on: page })),
      ...SIGNED_OUT.map((path) => ({ path, on: stranger.page })),
    ];
    for (const { path, on } of visits) {
      await on.goto(new URL(path, baseUrl).href);
      expect([path, await sideways(on), await barriersOn(on)]).toEqual([path, 0, []]);
    }
    const told = [...complaints, ...stranger.complaints];
    expect(told.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
  },
);

test('without scripts, somebody signs in, saves a setting and signs out', async () => {
  const { page } = await openSignedIn({ javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Sender name').fill('Northwind Homes');
  await page.getByRole('button', { name: 'Save' }).first().click();
  expect(await page.getByRole('status').textContent()).toBe('Saved.');
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in');
});

test('the desk opens from the menu without another key', async () => {
  const { page } = await openSignedIn();
  await page.getByRole('link', { name: 'Controls' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Controls');
  expect(await barriersOn(page)).toEqual([]);
  await page.getByLabel('Fault of the test authority').selectOption('down');
  await page.getByRole('button', { name: 'Set the fault' }).click();
  expect(await page.locator('td.mono').first().textContent()).toBe('down');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Home');
});
