import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../src/client/index.ts';
import { makeTestFolder, runEsign } from '../support/cli/run-esign.ts';
import { serveHttp } from '../support/network/http-server.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { DESKTOP, openPage } from '../support/sandbox/a-browser.ts';
import {
  openSigningInBrowser,
  PEOPLE,
  signInBrowser,
} from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();
const { baseUrl, dashboardUrl, dataDir } = world.sandbox;
const [first, second] = PEOPLE;

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name, exact: true }).click();
const mainText = (page: Page) => page.getByRole('main').textContent();

/** Signs the member in by the address that the start of the sandbox printed, and takes the account's access away. */
async function openWithoutAccess(page: Page): Promise<void> {
  await page.goto(dashboardUrl);
  await follow(page, 'Controls');
  await press(page, 'Take access away');
  await follow(page, 'Home');
  expect(await mainText(page)).toContain('the API refuses requests');
}

async function startTrial(page: Page): Promise<void> {
  await follow(page, 'Credits');
  await press(page, 'Start trial');
  expect(await mainText(page)).toContain('Trial, 2 days 23 hours left');
}

/** Creates a key, which is shown once. */
async function createKey(page: Page): Promise<string> {
  await follow(page, 'API keys');
  await page.getByLabel('Name').fill('Story');
  await press(page, 'Create key');
  const key = (await page.locator('pre code').first().textContent()) ?? '';
  await follow(page, 'I have copied it');
  expect(await page.content()).not.toContain(key);
  return key;
}

/** Sends a document by the command; returns its id and the signers' links. */
async function sendByCommand(apiKey: string, folder: string) {
  const [one, two] = [
    `${first} <asha@example.in> 9876543210`,
    `${second} <ravi@example.in> 9876543211`,
  ];
  const argv = [
    'send',
    join(folder, 'lease.pdf'),
    '--yes',
    '--signer',
    one,
    '--signer',
    two,
    '--json',
  ];
  const env = { ESIGN_API_KEY: apiKey, ESIGN_BASE_URL: baseUrl };
  const { code, stdout, stderr } = await runEsign(argv, { env });
  expect([code, stderr]).toEqual([0, '']);
  const sent: { documentId: string; signers: { signUrl: string }[] } = JSON.parse(stdout);
  return { documentId: sent.documentId, links: sent.signers.map(({ signUrl }) => signUrl) };
}

async function sign(link: string, name: string): Promise<void> {
  const { page } = await openPage(browser);
  await page.goto(link);
  await signInBrowser(world, page, name);
}

/** Adds an endpoint; returns its secret. */
async function addEndpoint(page: Page, url: string): Promise<string> {
  await follow(page, 'Webhooks');
  await page.getByLabel('URL').fill(url);
  await press(page, 'Add endpoint');
  return (await page.locator('pre code').first().textContent()) ?? '';
}

/** The bytes that a link leads to. */
async function downloadBy(page: Page, name: RegExp): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name }).first().click();
  return await readFile(await (await download).path());
}

/** Buys ten credits, and returns the invoice. */
async function buyCredits(page: Page): Promise<Buffer> {
  await follow(page, 'Credits');
  await press(page, 'Buy 10 for ₹236.00');
  await follow(page, 'Pay ₹236.00');
  await press(page, 'Pay');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Paid');
  await page.getByRole('main').getByRole('link', { name: 'Credits' }).click();
  return await downloadBy(page, /^TS\//);
}

test('a member starts a trial, sends, watches, gets deliveries, buys credits, and verifies the invoice', async () => {
  const folder = await makeTestFolder({ 'lease.pdf': aPdf() });
  const { page, complaints } = await openPage(browser, { viewport: DESKTOP });
  await openWithoutAccess(page);
  await startTrial(page);
  const apiKey = await createKey(page);
  const { documentId, links } = await sendByCommand(apiKey, folder);
  const [firstLink = '', secondLink = ''] = links;
  await sign(firstLink, first);

  const { baseUrl: hook, received } = await serveHttp((_request, response) => response.end());
  const secret = await addEndpoint(page, `${hook}/hooks`);
  await page.goto(`${baseUrl}/dashboard/documents/${documentId}`);
  await page.getByText('Waiting 1 of 2').waitFor();
  await sign(secondLink, second);
  await page.getByText('Completed 2 of 2').waitFor();

  await expect.poll(() => received.length).toBe(2);
  for (const { body, headers } of received) {
    expect(verifyWebhook(body, headers, secret).documentId).toBe(documentId);
  }
  await page.reload();
  await page
    .getByRole('link', { name: /document\.completed/ })
    .first()
    .click();
  expect(await mainText(page)).toContain('200');

  const files = await makeTestFolder({ 'invoice.pdf': await buyCredits(page) });
  const trust = [
    '--root',
    join(dataDir, 'test-root.pem'),
    '--service-cert',
    join(dataDir, 'test-seal.pem'),
  ];
  const verified = await runEsign(['verify', join(files, 'invoice.pdf'), ...trust]);
  expect([verified.code, verified.stderr]).toEqual([0, '']);
  await follow(page, 'Inbox');
  await page.getByRole('link', { name: /^TEST invoice/ }).click();
  expect((await downloadBy(page, /\.pdf$/)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(complaints).toEqual([]);
});
