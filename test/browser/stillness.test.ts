import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { barriersOn, DESKTOP, openPage, PHONE } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser, PEOPLE } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();
const LAPTOP = { width: 1366, height: 625 };

const long = aPdf({ pages: Array.from({ length: 60 }, () => ({})) });
const { links: longLinks } = await world.send({ pdf: long, signers: PEOPLE.slice(0, 2) });
const [firstLink = '', waitingLink = ''] = longLinks;

/** Adds up layout shifts, and notes what is said while the document loads. */
async function openWatched(link: string, options: BrowserContextOptions) {
  const { page } = await openPage(browser, options);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 400_000,
    uploadThroughput: 400_000,
  });
  await page.addInitScript(() => {
    const seen = { shift: 0, said: [''] };
    Reflect.set(globalThis, 'seen', seen);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Reflect.get(entry, 'value');
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver(() => {
      seen.said.push(document.querySelector('.document [role=status]')?.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(link);
  await page.locator('.document[data-complete]').waitFor();
  const seen = await page.evaluate<{ shift: number; said: string[] }>(() =>
    Reflect.get(globalThis, 'seen'),
  );
  return { page, ...seen };
}

test.each([PHONE, LAPTOP])(
  'nothing jumps while a document loads at $width px, and its last step is named',
  async (viewport) => {
    for (const link of [firstLink, waitingLink]) {
      for (const lang of ['en', 'hi']) {
        const { page, shift, said } = await openWatched(`${link}?lang=${lang}`, { viewport });
        expect(shift).toBeLessThanOrEqual(0.02);
        expect(said.some((one) => /^(Preparing|पेज तैयार)/.test(one))).toBe(true);
        expect(await page.locator('.document [role=status]').count()).toBe(0);
      }
    }
  },
);

/** Elements that scroll up and down by themselves. */
const scrollersOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
      .filter((one) => one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.className),
  );

test.each([LAPTOP, DESKTOP])(
  'document and button are both in sight at $width x $height, without another scroller',
  async (viewport) => {
    const { page } = await openWatched(firstLink, { viewport });
    for (const number of [1, 9]) {
      const sheet = page.locator(`#page-${number}`);
      if (number > 1) await sheet.evaluate((one) => one.scrollIntoView({ block: 'center' }));
      for (const part of [sheet, page.locator('#sign button')]) {
        const box = await part.boundingBox();
        expect(Math.max(box?.y ?? Number.NaN, 0)).toBeLessThan(viewport.height - 44);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(44);
      }
    }
    expect(await scrollersOn(page)).toEqual([]);
    expect(await barriersOn(page)).toEqual([]);
  },
);

test.each([
  ['all scripts are turned off', { javaScriptEnabled: false }, ''],
  ['an extension blocks all scripts', {}, '**/*.js?*'],
  ['the script that shows the document fails', {}, '**/viewer.js?*'],
])('where %s the document is a link, and the page says so', async (_, options, blocked) => {
  const { page } = await openPage(browser, options);
  if (blocked) await page.route(blocked, (route) => route.abort());
  await page.goto(firstLink);
  await page.getByText('the document is not shown here').waitFor();
  expect(await page.getByRole('link', { name: 'Open as PDF' }).isVisible()).toBe(true);
  expect(await page.locator('.sheet').first().isVisible()).toBe(false);
  expect(await page.locator('.tools').isVisible()).toBe(false);
});

test('with scripts nothing is said of blocked ones', async () => {
  const { page } = await openWatched(firstLink, {});
  expect(await page.getByText('the document is not shown here').isVisible()).toBe(false);
});
