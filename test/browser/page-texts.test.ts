import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { meaningless, WRITTEN_WORDS } from '../support/drawing/words-pdfs.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { barriersOn, DESKTOP, openPage } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();

async function read(pdf: Buffer) {
  const { links } = await world.send({ pdf });
  const opened = await openPage(browser, { viewport: DESKTOP });
  await opened.page.goto(links[0] ?? '');
  await opened.page.locator('.document[data-complete]').waitFor();
  return opened;
}

async function search(page: Page, words: string): Promise<void> {
  const field = page.locator('[data-search] input');
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Find' }).click();
  await field.fill(words);
  await field.press('Enter');
}

const said = (page: Page) => page.locator('[data-search] output').textContent();

/** Distance from the screen's top to the middle of a box. */
const middle = (box: { y: number; height: number } | null) =>
  (box?.y ?? Number.NaN) + (box?.height ?? 0) / 2;

const hindi = readFileSync(new URL('../fixtures/hindi.pdf', import.meta.url));

test('the words of a Hindi contract are found where they are seen, and read aloud whole', async () => {
  const { page, complaints } = await read(hindi);
  await search(page, 'किरायेदार हर महीने');
  await expect.poll(() => said(page)).toBe('1 of 8, page 1');
  await search(page, 'तारीख तक किराया देगा। मकान मालिक');
  await expect.poll(() => said(page)).toBe('1 of 8, page 1');
  await page.locator('.hit').first().waitFor();
  const [hit, sheet] = await Promise.all([
    page.locator('.hit').first().boundingBox(),
    page.locator('#page-1').boundingBox(),
  ]);
  const share = (middle(hit) - (sheet?.y ?? 0)) / (sheet?.height ?? 1);
  expect(share).toBeCloseTo(114 / 842, 2);
  const text = page.locator('#page-1 .text');
  expect(await text.getAttribute('lang')).toBe('hi');
  expect(await text.locator('span').nth(1).textContent()).toMatch(/^किरायेदार हर महीने की पाँच/);
  expect(await page.locator('.text-note').count()).toBe(0);
  expect(await barriersOn(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a word that a line divides is found, and marked on both lines', async () => {
  const { page } = await read(WRITTEN_WORDS['a hyphenated word'] ?? aPdf());
  await search(page, 'for the lessee');
  await expect.poll(() => said(page)).toBe('1 of 1, page 1');
  expect(await page.locator('.hit').count()).toBe(2);
});

test('text that cannot be read is told to the search and to screen readers', async () => {
  const { page } = await read(meaningless);
  await search(page, 'rent');
  await expect.poll(() => said(page)).toMatch(/cannot be searched/);
  const note = page.locator('#page-1 .text-note');
  expect(await note.textContent()).toBe('The text of this page cannot be read aloud or searched.');
  expect(await page.locator('#page-1').ariaSnapshot()).toContain('cannot be read aloud');
});

test('text that cannot be fetched is told, and fetched by the next search', async () => {
  const { links } = await world.send();
  const { page } = await openPage(browser);
  let isAway = true;
  await page.route('**/text?*', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(links[0] ?? '');
  await expect.poll(() => page.locator('#sign button').isEnabled()).toBe(true);
  await page.locator('#page-1 .text-note').waitFor();
  await search(page, 'agreement');
  await expect.poll(() => said(page)).toMatch(/could not be loaded/);
  isAway = false;
  await page.keyboard.press('Enter');
  await expect.poll(() => said(page)).toBe('1 of 1, page 1');
  expect(await page.locator('#page-1 .text-note').count()).toBe(0);
});
