import { describe, expect, test } from 'vitest';
import { startLocalReceiver } from '../support/outbox/local-receiver.ts';
import { barriersOn, DESKTOP, LOOKS, openPage, overflowOf } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser, PEOPLE } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser, signedIn } = await openSigningInBrowser();
const name = `A very long name of a document ${'on the supply of furniture, '.repeat(6)}.pdf`;
const done = await world.send({ signers: PEOPLE.slice(0, 1) });
await world.control.sign({ documentId: done.documentId, all: true });
const { documentId } = await world.send({ signers: PEOPLE, name });
const documents = `${world.sandbox.baseUrl}/dashboard/documents`;

const member = await signedIn();

const PAGES: Readonly<Record<string, string>> = {
  'found documents': documents,
  'nothing found': `${documents}?q=nobody`,
  'a document that waits': `${documents}/${documentId}?done=resent`,
  'a completed document': `${documents}/${done.documentId}`,
  'a withdrawal': `${documents}/${documentId}/withdraw`,
};

describe.each(Object.entries(PAGES))('the page of %s', (_name, url) => {
  test.each(LOOKS)(
    'has no barriers at $viewport.width px, $colorScheme',
    async ({ viewport, colorScheme }) => {
      const look = { ...member, viewport, colorScheme };
      const { page, complaints } = await openPage(browser, look);
      await page.goto(url, { waitUntil: 'networkidle' });
      expect(await page.title()).toContain('TEST · ');
      expect(await barriersOn(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(complaints).toEqual([]);
    },
  );
});

test('a document is found, and withdrawn, without scripts', async () => {
  const { page } = await openPage(browser, { ...member, javaScriptEnabled: false });
  const { documentId: id } = await world.send({ signers: ['Zoya Gill'] });
  await page.goto(documents);
  await page.getByRole('searchbox').fill('zoya');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name: 'Rental agreement.pdf' }).click();
  expect(page.url()).toBe(`${documents}/${id}`);
  await page.getByRole('link', { name: 'Withdraw…' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Sent twice (TEST)');
  await page.getByRole('button', { name: 'Withdraw the document' }).click();
  expect(await page.getByRole('main').textContent()).toContain('“Sent twice (TEST)”');
});

test('a document is found and opened by the keyboard alone', async () => {
  const { page } = await openPage(browser, { ...member, viewport: DESKTOP });
  const { documentId: id } = await world.send({ signers: ['Yamini Bose'] });
  await page.goto(documents);
  const tabTo = async (what: string) => {
    const isThere = () =>
      page.evaluate((one) => document.activeElement?.matches(one) ?? false, what);
    for (let step = 0; step < 60 && !(await isThere()); step += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };
  await tabTo('input[type=search]');
  await page.keyboard.type('yamini');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=yamini/);
  await tabTo(`main a[href$="${id}"]`);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(id));
});

test('the page of a document shows a signature without being asked for again', async () => {
  const { documentId: id } = await world.send();
  const { page } = await openPage(browser, member);
  await page.goto(`${documents}/${id}`);
  const waiting = page.getByText('Waiting 0 of 1');
  await waiting.waitFor();
  await world.control.sign({ documentId: id });
  await page.getByText('Completed 1 of 1').waitFor();
});

test('the page of a delivery shows how its attempt ends without being asked for again', async () => {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { url } = await startLocalReceiver((response) => {
    void isReleased.then(() => response.writeHead(204).end());
  });
  const { page, complaints } = await openPage(browser, member);
  await page.goto(`${world.sandbox.baseUrl}/dashboard/webhooks`);
  await page.getByLabel('URL').fill(url);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('link', { name: 'To the endpoint' }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('No attempt has ended yet.').waitFor();
  release();
  await page.getByText('delivered', { exact: true }).waitFor();
  await page.getByText('Attempt 1: 204').waitFor();
  expect(await page.locator('[data-poll]').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a new key is copied by a button, which is there only where scripts run', async () => {
  const create = async (options: object) => {
    const { page } = await openPage(browser, { ...member, ...options });
    await page.goto(`${world.sandbox.baseUrl}/dashboard/keys`);
    await page.getByLabel('Name').fill('CRM (TEST)');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByText(/^sk_test_/).textContent();
    return { page, key, button: page.getByRole('button', { name: 'Copy' }).first() };
  };
  const { page, key, button } = await create({
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await button.click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  const plain = await create({ javaScriptEnabled: false });
  expect(await plain.button.count()).toBe(0);
});
