import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { scannedPdf } from '../../scripts/bench/scanned-pdf.ts';
import { openPage } from '../support/sandbox/a-browser.ts';
import {
  agree,
  enterCode,
  identify,
  openSigningInBrowser,
} from '../support/sandbox/a-signing-sandbox.ts';
import { temporaryFolder } from '../support/store/database.ts';

const { world, browser } = await openSigningInBrowser();

const SIDE = 300;
const noise = () => ({
  width: SIDE,
  height: SIDE,
  bytes: randomBytes(SIDE * SIDE * 3),
  isJpeg: false,
});
/** A scan of 2.7 MB, whose first page is the last in the file. */
const scan = scannedPdf(Array.from({ length: 10 }, noise));

async function linearized(pdf: Buffer): Promise<Buffer> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, 'plain.pdf'), pdf);
  execFileSync('qpdf', ['--linearize', 'plain.pdf', 'linear.pdf'], { cwd: path });
  return await readFile(join(path, 'linear.pdf'));
}

/** Lets bytes through no faster than a slow line. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** True once the page shows a picture: the middle of its canvas is not white. */
const isDrawn = (page: Page, number: number) =>
  page.evaluate((at) => {
    const canvas = document.querySelector<HTMLCanvasElement>(`#page-${at} canvas`);
    if (!canvas?.width || !canvas.height) return false;
    const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    copy?.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
    const { data } = copy?.getImageData(0, 0, 9, 9) ?? {};
    return data?.some((value, index) => index % 4 !== 3 && value > 0 && value < 200) ?? false;
  }, number);

const arrived = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLProgressElement>('.document progress')?.value);

test.each([
  ['a scan whose first page is the last in its file', async () => scan],
  ['a linearized scan', () => linearized(scan)],
])('%s shows its first page while the rest arrives', async (_, make) => {
  const { links } = await world.send({ pdf: await make() });
  const { page, complaints } = await openPage(browser);
  await slowDown(page, 500_000);
  await page.goto(links[0] ?? '');
  await expect.poll(() => isDrawn(page, 1), { interval: 20 }).toBe(true);
  expect(await arrived(page)).toBeLessThan(1);
  expect(await page.locator('#sign button').isDisabled()).toBe(true);
  expect(await page.locator('.document [role=status]').textContent()).toMatch(
    /^Loading the document \(2[.]\d MB\)… \d+%$/,
  );
  await expect.poll(() => page.locator('#sign button').isEnabled()).toBe(true);
  expect(await page.locator('.document [role=status]').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('after a failed code the document comes from the browser’s cache', async () => {
  const { links } = await world.send({ pdf: scan });
  const { page } = await openPage(browser);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  const documents = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/document.pdf')) documents.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (documents.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(links[0] ?? '');
  await expect.poll(() => page.locator('#sign button').isEnabled()).toBe(true);
  expect(bytes).toBeGreaterThanOrEqual(scan.length);
  await agree(page);
  await identify(page, 'Asha Rao');
  for (const _ of [1, 2, 3]) await enterCode(page, '000000');
  bytes = 0;
  documents.clear();
  await page.locator('main[data-state=failed]').waitFor();
  await expect.poll(() => page.locator('#sign button').isEnabled()).toBe(true);
  expect(documents.size).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(scan.length / 2);
});

test('a part that cannot be fetched ends the loading, which can be repeated', async () => {
  const { links } = await world.send({ pdf: scan });
  const { page } = await openPage(browser);
  await slowDown(page, 1_000_000);
  let refused = 0;
  await page.route('**/document.pdf?*', async (route) => {
    if (!route.request().headers().range || refused > 0) return await route.continue();
    refused += 1;
    return await route.abort();
  });
  await page.goto(links[0] ?? '');
  await page.locator('.document [role=alert]').waitFor();
  expect(refused).toBe(1);
  expect(await page.locator('#sign button').isDisabled()).toBe(true);
  await page.locator('button.retry').click();
  await expect.poll(() => page.locator('#sign button').isEnabled()).toBe(true);
  await expect.poll(() => isDrawn(page, 1)).toBe(true);
  expect(await page.locator('.document [role=alert]').count()).toBe(0);
});
