import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { DESK } from '../../src/sandbox/desk/desk-words.ts';
import { MENU } from '../../src/service/web/dashboard/dashboard-shell.ts';
import { barriersOn, LOOKS, openPage } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser, PEOPLE } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser, openSignedIn } = await openSigningInBrowser();
const { baseUrl } = world.sandbox;
const { documentId } = await world.send({ signers: PEOPLE.slice(0, 2) });
await world.control.sign({ documentId });

/** The pages behind the menu, and those that no menu leads to. */
const PATHS = [
  ...MENU.flatMap(({ entries }) => entries.map(({ path }) => path)),
  '/dashboard/me',
  ...Object.values(DESK),
  `${DESK.inbox}/1`,
  `${DESK.inbox}/1/text`,
  `${DESK.inbox}/1/source`,
  '/dashboard/confirm',
  '/dashboard/confirm?id=0',
  '/dashboard/credits/profile',
  '/dashboard/credits/mandate',
  '/dashboard/nothing-here',
];
const SIGNED_OUT = ['/dashboard/sign-in', '/dashboard/sign-in/code?id=0', '/dashboard/sign-in/x'];

/** By the menu, which is closed behind a button on a phone. */
async function follow(page: Page, name: string): Promise<void> {
  await page.locator('.menu summary').click();
  await page.getByRole('link', { name, exact: true }).click();
}

/** How far the page, or a table within it, must be scrolled sideways. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const all = [document.documentElement, ...document.querySelectorAll('.scroll')];
    return Math.max(...all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });

/** An order that is not paid, and the page that takes its payment. */
async function openOrder(): Promise<string[]> {
  const { page } = await openSignedIn({}, afterAll);
  await page.goto(new URL('/dashboard/credits', baseUrl).href);
  await page.getByRole('button', { name: 'Buy 10 for' }).click();
  const order = page.url();
  await page.getByRole('link', { name: /^Pay/ }).click();
  return [order, page.url()].map((url) => new URL(url).pathname);
}

/** Pages of one thing each, by the first link to it on the page before. */
async function openThings(): Promise<string[]> {
  const { page } = await openSignedIn({}, afterAll);
  const firstBelow = async (path: string, kind = path) => {
    await page.goto(new URL(path, baseUrl).href);
    const link = page.locator(`main a[href^="${kind}/"]:not([href*="?"])`).first();
    return (await link.getAttribute('href')) ?? '';
  };
  const lists = ['documents', 'requests', 'webhooks', 'keys'].map((noun) => `/dashboard/${noun}`);
  const things: string[] = [];
  for (const list of lists) things.push(await firstBelow(list));
  const endpoint = things.find((path) => path.includes('/webhooks/')) ?? '';
  return [...things, await firstBelow(endpoint, '/dashboard/webhooks/deliveries')];
}

await world.control.addWebhook({ url: 'http://127.0.0.1:9/hooks' });
await world.control.sign({ documentId: (await world.send()).documentId });
const THINGS = [...(await openThings()), ...(await openOrder())];

test.each(LOOKS)(
  'at $viewport.width px, $colorScheme, every page has room, breaks no rule and has no barrier',
  async ({ viewport, colorScheme }) => {
    const { page, complaints } = await openSignedIn({ viewport, colorScheme });
    const stranger = await openPage(browser, { viewport, colorScheme });
    const look = async (on: Page, path: string) => {
      await on.goto(new URL(path, baseUrl).href);
      expect([path, await sideways(on), await barriersOn(on)]).toEqual([path, 0, []]);
    };
    for (const path of SIGNED_OUT) await look(stranger.page, path);
    for (const path of [...PATHS, ...THINGS]) await look(page, path);
    const told = [...complaints, ...stranger.complaints];
    expect(told.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
  },
);

test('without scripts, somebody signs in, saves a setting and signs out', async () => {
  const { page } = await openSignedIn({ javaScriptEnabled: false });
  await follow(page, 'Settings');
  await page.getByLabel('Sender name').fill('Northwind Homes');
  await page.getByRole('button', { name: 'Save' }).first().click();
  expect(await page.getByRole('status').textContent()).toBe('Saved.');
  await page.locator('.who-is summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in');
});

test('without scripts, several documents are selected and withdrawn together', async () => {
  const names = ['One (TEST).pdf', 'Two (TEST).pdf'];
  for (const name of names) await world.send({ name });
  const { page } = await openSignedIn({ javaScriptEnabled: false });
  await page.goto(new URL('/dashboard/documents?q=(test)', baseUrl).href);
  for (const name of names) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Withdraw…' }).click();
  await page.getByLabel('Reason').fill('Sent twice (TEST)');
  await page.getByRole('button', { name: 'Withdraw 2 documents' }).click();
  expect(await page.getByRole('status').textContent()).toBe('2 of 2 documents are withdrawn.');
});

test('a colour is picked beside its digits, which move the picker as they are typed', async () => {
  const { page, complaints } = await openSignedIn();
  await follow(page, 'Settings');
  // Its script has run then
  await page.waitForLoadState('load');
  const [field, picker] = [page.locator('[name="colour"]'), page.getByLabel('Pick a colour')];
  await picker.fill('#0b6b2f');
  expect(await field.inputValue()).toBe('#0b6b2f');
  await field.fill('#7a1f5c');
  expect(await picker.inputValue()).toBe('#7a1f5c');
  expect(complaints).toEqual([]);
});

test('a wrong field takes the focus, and the summary above leads to it', async () => {
  const { page } = await openSignedIn();
  await page.goto(new URL('/dashboard/settings', baseUrl).href);
  await page.getByLabel('Colour', { exact: false }).first().fill('#ffff00');
  await page.getByRole('button', { name: 'Save' }).first().click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('colour');
  expect(await barriersOn(page)).toEqual([]);
  await page.locator('h1').click();
  await page.getByRole('alert').getByRole('link').click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('colour');
});

test.each([true, false])(
  'the controls set a fault and move the clock, with scripts or without: %o',
  async (javaScriptEnabled) => {
    const { page, complaints } = await openSignedIn({ javaScriptEnabled });
    await follow(page, 'Controls');
    await page.getByLabel('Fault of the test authority').selectOption('down');
    await page.getByRole('button', { name: 'Set the fault' }).click();
    expect(await page.locator('tbody code').first().textContent()).toBe('down');
    await page.getByRole('button', { name: 'Clear all faults' }).click();
    expect(await page.locator('td').count()).toBe(0);
    const clock = page.locator('main time').first();
    const before = Date.parse((await clock.getAttribute('datetime')) ?? '');
    await page.getByLabel('Move it on by').selectOption('1 day');
    await page.getByRole('button', { name: 'Move the clock' }).click();
    const after = Date.parse((await clock.getAttribute('datetime')) ?? '');
    expect(after - before).toBeGreaterThanOrEqual(86_400_000);
    await follow(page, 'Home');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Home');
    expect(complaints).toEqual([]);
  },
);

test('the inbox shows a new mail by itself', async () => {
  const { page, complaints } = await openSignedIn();
  await follow(page, 'Inbox');
  await world.send({ signers: ['Meera Iyer'], name: 'Newest.pdf' });
  await page.getByRole('link', { name: 'Newest.pdf' }).first().waitFor();
  expect(complaints).toEqual([]);
});

test('a mail cannot run scripts, send forms or reach the dashboard it is shown in', async () => {
  const { page } = await openSignedIn();
  await page.goto(new URL(`${DESK.inbox}/1`, baseUrl).href);
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  await frame?.locator('body').waitFor();
  // Requests that the policy refuses are announced, too, but nothing responds to them
  const responded: string[] = [];
  page.on('response', (response) => responded.push(response.url()));
  await frame?.evaluate(() => {
    document.body.innerHTML =
      '<img src="https://evil.example.com/x.png"><img src="x" onerror="top.document.title=1"><form method="post" action="/dashboard/sandbox/controls/faults/clear"><button id="b">b</button></form>';
    document.querySelector('button')?.click();
  });
  expect(await frame?.evaluate(() => origin)).toBe('null');
  await expect(frame?.evaluate(() => String(top?.document))).rejects.toThrow(/cross-origin/);
  await page.waitForTimeout(500);
  expect(responded).toEqual([]);
  expect(await page.title()).toContain('Please sign');
});
