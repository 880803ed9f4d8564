import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { DESKTOP, openPage } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser, PEOPLE } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();

const drawn = (page: Page) => page.locator('.sheet canvas').count();

/** The share of a page's pixels that are not white. */
const inkOn = (page: Page, number: number) =>
  page.locator(`#page-${number} canvas`).evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
    return dark / (width * height);
  });

test('pages are drawn as they scroll near, and cleared behind', async () => {
  const pdf = aPdf({ pages: Array.from({ length: 30 }, () => ({})) });
  const { links } = await world.send({ pdf, signers: PEOPLE });
  const { page, complaints } = await openPage(browser, { viewport: DESKTOP });
  await page.goto(links[0] ?? '');
  await page.locator('#page-1 .text span').first().waitFor();
  expect(await page.locator('.sheet').count()).toBe(30);
  expect(await drawn(page)).toBeLessThan(6);
  expect(await inkOn(page, 1)).toBeGreaterThan(0.0005);
  await page.locator('[data-places] a').click();
  await page.locator('#page-30 .text span').first().waitFor();
  expect(await page.locator('#page-30').textContent()).toContain('Service agreement, page 30');
  await expect.poll(() => drawn(page)).toBeLessThan(6);
  expect(await page.locator('#page-1 canvas').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the signer’s place is marked as theirs, the others quietly with their names', async () => {
  const { links } = await world.send({ signers: PEOPLE.slice(0, 3) });
  const { page } = await openPage(browser);
  await page.goto(links[1] ?? '');
  await page.locator('.yours').waitFor();
  expect(await page.locator('.yours text').allTextContents()).toEqual(['You sign here']);
  expect(await page.locator('.theirs text').allTextContents()).toEqual(['Asha Rao', 'अनिता शर्मा']);
});

const signButton = (page: Page) => page.locator('#sign button');

test('nobody can consent before the document has loaded, and a failed load can be repeated', async () => {
  const { links } = await world.send({});
  const { page } = await openPage(browser);
  const outcomes = [false, true];
  let isHeld = true;
  await page.route('**/document.pdf?*', async (route) => {
    await expect.poll(() => isHeld).toBe(false);
    isHeld = true;
    await (outcomes.shift() ? route.continue() : route.abort());
  });
  await page.goto(links[0] ?? '');
  await page.locator('.document [role=status]').waitFor();
  expect(await signButton(page).isDisabled()).toBe(true);
  isHeld = false;
  await page.locator('.document [role=alert]').waitFor();
  expect(await signButton(page).isDisabled()).toBe(true);
  await page.locator('button.retry').click();
  isHeld = false;
  await page.locator('#page-1 .text span').first().waitFor();
  await expect.poll(() => signButton(page).isEnabled()).toBe(true);
  expect(await page.locator('input[name=read]').inputValue()).toBe('pages');
});

test('a document that cannot be shown can be opened as a PDF, and signed', async () => {
  const { links } = await world.send({});
  const { page } = await openPage(browser);
  await page.route('**/document.pdf?*', (route) => route.abort());
  await page.goto(links[0] ?? '');
  await page.locator('.document [role=alert]').waitFor();
  await page.locator('.document a[target=_blank]').click();
  expect(await signButton(page).isEnabled()).toBe(true);
  expect(await page.locator('input[name=read]').inputValue()).toBe('pdf');
});

test('rotated and landscape pages show upright', async () => {
  const pdf = aPdf({ pages: [{ entries: '/Rotate 90' }, { box: '0 0 842 595' }] });
  const { links } = await world.send({ pdf });
  const { page } = await openPage(browser, { viewport: DESKTOP });
  await page.goto(links[0] ?? '');
  await page.locator('#page-1 canvas').waitFor();
  for (const number of [1, 2]) {
    const box = await page.locator(`#page-${number}`).boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(842 / 595, 1);
  }
});

test('the document is not loaded before it scrolls near, and nothing comes from another origin', async () => {
  const { documentId, links } = await world.send();
  await world.control.sign({ documentId, all: true });
  const { page, requested } = await openPage(browser);
  await page.goto(links[0] ?? '', { waitUntil: 'networkidle' });
  const paths = () => requested.map((url) => new URL(url).pathname);
  expect(paths().filter((path) => /pdfjs|document\.pdf/.test(path))).toEqual([]);
  await page.getByText('Show the document').click();
  await page.locator('#page-1 canvas').waitFor();
  expect(paths()).toContain('/assets/pdfjs/pdf.worker.min.mjs');
  expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(
    new Set([new URL(world.sandbox.baseUrl).origin]),
  );
});

test('a document that cannot be drawn is offered as a file', async () => {
  const { links } = await world.send();
  const { page } = await openPage(browser);
  await page.route('**/pdf.worker.min.mjs*', (route) => route.abort());
  await page.route('**/pdf.min.mjs*', (route) => route.abort());
  await page.goto(links[0] ?? '');
  await page.getByText('cannot be shown on this page').waitFor();
  expect(await page.getByRole('link', { name: 'Open as PDF' }).isVisible()).toBe(true);
});
