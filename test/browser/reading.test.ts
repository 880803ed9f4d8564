import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scannedPdf } from '../../scripts/bench/scanned-pdf.ts';
import { aPdf, streamObject, writePdf } from '../support/pdf/a-pdf.ts';
import { barriersOn, DESKTOP, openPage, overflowOf, PHONE } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser, PEOPLE } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();

const long = aPdf({ pages: Array.from({ length: 30 }, () => ({})) });

async function read(pdf: Buffer, viewport = DESKTOP, options = {}) {
  const { links } = await world.send({ pdf, signers: PEOPLE.slice(0, 2) });
  const opened = await openPage(browser, { viewport, ...options });
  await opened.page.goto(links[0] ?? '');
  await opened.page.locator('.document[data-complete]').waitFor();
  return opened;
}

const position = (page: Page) => page.locator('[data-position]').textContent();

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Find' }).click();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

const said = (page: Page) => page.locator('[data-search] output').textContent();

/** Distance from the screen's top to the middle of a box. */
const middle = (box: { y: number; height: number } | null) =>
  (box?.y ?? Number.NaN) + (box?.height ?? 0) / 2;

/** Width of a page's drawing in pixels for each CSS pixel of the page. */
const sharpness = (page: Page, number: number) =>
  page
    .locator(`#page-${number}`)
    .evaluate((sheet) => (sheet.querySelector('canvas')?.width ?? 0) / sheet.clientWidth);

test.each([PHONE, DESKTOP])('the page in view is named at $width px', async (viewport) => {
  const { page } = await read(long, viewport);
  await page.locator('#page-1').evaluate((sheet) => sheet.scrollIntoView({ block: 'center' }));
  await expect.poll(() => position(page)).toBe('Page 1 of 30');
  await page.locator('#page-17').evaluate((sheet) => sheet.scrollIntoView({ block: 'center' }));
  await expect.poll(() => position(page)).toBe('Page 17 of 30');
});

test('the text of every page is on the page, drawn or not', async () => {
  const { page } = await read(long);
  expect(await page.locator('.sheet canvas').count()).toBeLessThan(6);
  const texts = await page.locator('.sheet .text').allTextContents();
  expect(texts.map((text) => text.trim())).toEqual(
    Array.from({ length: 30 }, (_, index) => `Service agreement, page ${index + 1}`),
  );
  const isFound = await page.evaluate(() => Reflect.get(globalThis, 'find')('page 23'));
  expect(isFound).toBe(true);
});

test('a search goes from hit to hit by keyboard and by buttons, and marks each on its page', async () => {
  const { page, complaints } = await read(long);
  await search(page, 'AGREEMENT, page 2');
  await expect.poll(() => said(page)).toBe('1 of 11, page 2');
  await page.keyboard.press('Enter');
  await expect.poll(() => said(page)).toBe('2 of 11, page 20');
  await expect.poll(() => position(page)).toBe('Page 20 of 30');
  expect(await page.locator('.hit').count()).toBe(1);
  const [hit, text] = await Promise.all([
    page.locator('.hit').boundingBox(),
    page.locator('#page-20 .text span').first().boundingBox(),
  ]);
  expect(Math.abs(middle(hit) - middle(text))).toBeLessThan(1);
  expect(hit?.x).toBeGreaterThan(text?.x ?? 0);
  await page.getByRole('button', { name: 'Previous match' }).click();
  await expect.poll(() => said(page)).toBe('1 of 11, page 2');
  await page.getByRole('button', { name: 'Previous match' }).click();
  await expect.poll(() => said(page)).toBe('11 of 11, page 29');
  await page.locator('[data-search] input').fill('nowhere');
  await page.keyboard.press('Enter');
  await expect.poll(() => said(page)).toBe('Not found');
  expect(await barriersOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.locator('[data-search]').isVisible()).toBe(false);
  expect(await page.locator('.hit').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test.each([
  [90, { x: 0.84, y: 0.43 }],
  [180, { x: 0.57, y: 0.84 }],
  [270, { x: 0.16, y: 0.57 }],
])('a hit on a page turned by %i degrees lies on its words', async (rotate, at) => {
  const { page } = await read(aPdf({ pages: [{ entries: `/Rotate ${rotate}` }, {}] }));
  await search(page, 'page 1');
  await page.locator('.hit').waitFor();
  const sheet = (await page.locator('#page-1').boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  };
  const hit = (await page.locator('.hit').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect((hit.x + hit.width / 2 - sheet.x) / sheet.width).toBeCloseTo(at.x, 1);
  expect((hit.y + hit.height / 2 - sheet.y) / sheet.height).toBeCloseTo(at.y, 1);
});

test('a search in pictures says that they have no text', async () => {
  const { page } = await read(
    scannedPdf([{ width: 2, height: 2, bytes: Buffer.alloc(12), isJpeg: false }]),
  );
  await search(page, 'rent');
  await expect.poll(() => said(page)).toMatch(/pictures/);
});

test.each([PHONE, DESKTOP])(
  'zoomed pages are drawn again, sharp, and stay in view at $width px',
  async (viewport) => {
    const { page, complaints } = await read(long, viewport);
    await page.locator('#page-9').evaluate((sheet) => sheet.scrollIntoView({ block: 'center' }));
    await expect.poll(() => position(page)).toBe('Page 9 of 30');
    await expect.poll(() => sharpness(page, 9)).toBeCloseTo(1, 1);
    const before = await page.locator('#page-9').evaluate((sheet) => sheet.clientWidth);
    const zoomIn = page.getByRole('button', { name: 'Zoom in' });
    for (const _ of [1, 2, 3]) await zoomIn.click();
    const after = await page.locator('#page-9').evaluate((sheet) => sheet.clientWidth);
    expect(after / before).toBeCloseTo(2, 1);
    await expect.poll(() => sharpness(page, 9)).toBeCloseTo(1, 1);
    expect(await position(page)).toBe('Page 9 of 30');
    expect(await page.locator('[data-level]').textContent()).toBe('200%');
    expect(await barriersOn(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(complaints).toEqual([]);
  },
);

test('two fingers zoom the pages', async () => {
  const { page } = await read(long, PHONE, { hasTouch: true, isMobile: true });
  await page.locator('#page-2').evaluate((sheet) => sheet.scrollIntoView({ block: 'center' }));
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart ? [-1, 1].map((side) => ({ x: 180 + (side * apart) / 2, y: 380 })) : [],
    });
  await touch('touchStart', 100);
  for (const apart of [120, 150, 180]) await touch('touchMove', apart);
  await touch('touchEnd');
  await expect.poll(() => page.locator('[data-level]').textContent()).toBe('180%');
});

test('each place of a signature has a link that shows it and moves the focus to its page', async () => {
  const { page } = await read(long, PHONE);
  const link = page.getByRole('link', { name: 'Your signature 1 of 1: page 30' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page-30');
  const box = await page.locator('.yours rect').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeGreaterThan(100);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(PHONE.height);
});

test('a page of 150 x 3000 points is drawn within 8 megapixels', async () => {
  const { page } = await read(aPdf({ pages: [{ box: '0 0 150 3000' }, {}] }), PHONE, {
    deviceScaleFactor: 3,
  });
  const pixels = () =>
    page
      .locator('#page-1 canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.width * canvas.height);
  await expect.poll(pixels).toBeGreaterThan(1_000_000);
  expect(await pixels()).toBeLessThanOrEqual(8_000_000);
});

test('a printout has the text of all pages, and says that the PDF shows them as they are', async () => {
  const { page } = await read(long);
  expect(await page.locator('.print-note').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.print-note').isVisible()).toBe(true);
  expect(await page.locator('.tools').isVisible()).toBe(false);
  const span = page.locator('#page-30 .text span').first();
  expect(await span.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(0, 0, 0)');
  expect(await span.evaluate((one) => one.getBoundingClientRect().height)).toBeGreaterThan(5);
});

/** A document of many short lines. */
function wordy(pages: number, lines: number): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index * 2} 0 R`);
  const content = (page: number) =>
    Array.from({ length: lines }, (_, line) => `(Clause ${page}-${line}.) Tj T*`).join(' ');
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...kids.flatMap((_, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      streamObject(`BT /F1 6 Tf 7 TL 72 800 Td ${content(index + 1)} ET`),
    ]),
  ]);
}

test('a document with very much text keeps the words of all pages, and lays out only those near', async () => {
  const { page } = await read(wordy(130, 100));
  const pieces = () => page.locator('.sheet .text > *').count();
  expect(await pieces()).toBeLessThan(21_000);
  const far = page.locator('#page-125 .text');
  expect(await far.getAttribute('class')).toBe('text plain');
  expect(await far.textContent()).toContain('Clause 125-99.');
  await search(page, 'clause 125-50');
  await expect.poll(() => said(page)).toBe('1 of 1, page 125');
  await page.locator('#page-125 .hit').waitFor();
  const line = page.locator('#page-125 .text span').getByText('Clause 125-50.');
  const [hit, text] = [await page.locator('.hit').boundingBox(), await line.boundingBox()];
  expect(Math.abs(middle(hit) - middle(text))).toBeLessThan(1);
  await page.locator('#page-1').scrollIntoViewIfNeeded();
  await expect.poll(() => far.getAttribute('class')).toBe('text plain');
});
