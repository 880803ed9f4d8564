import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, openPage } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser, PEOPLE } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();
const { links } = await world.send({ signers: PEOPLE.slice(0, 2) });
const done = await world.send({ signers: PEOPLE.slice(0, 1) });
await world.control.sign({ documentId: done.documentId, all: true });

const DASHBOARD = ['', '/documents', '/requests', '/keys', '/members', '/audit'];

/** Signing pages and pages of the dashboard, one after another. */
async function visit(options: BrowserContextOptions, look: (page: Page) => Promise<void>) {
  const { page } = await openPage(browser, options);
  for (const link of [links[0], links[1], done.links[0]]) {
    await page.goto(link ?? '', { waitUntil: 'networkidle' });
    await look(page);
  }
  await page.goto((await world.control.pages()).dashboard);
  for (const path of DASHBOARD) {
    await page.goto(`${world.sandbox.baseUrl}/dashboard${path}`);
    await look(page);
  }
}

/** The shown elements whose borders are thinner than so many pixels, as their texts. */
const thin = (page: Page, selector: string, least: number) =>
  page.locator(selector).evaluateAll(
    (all, width) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth) < width)
        .map((one) => one.textContent),
    least,
  );

test('in forced colours buttons have a border, and the current entry a mark', async () => {
  const seen = { buttons: 0, current: 0 };
  await visit({ viewport: DESKTOP, forcedColors: 'active' }, async (page) => {
    expect(await thin(page, 'button, .button', 1)).toEqual([]);
    expect(await thin(page, '[aria-current]', 2)).toEqual([]);
    seen.buttons += await page.locator('button, .button').count();
    seen.current += await page.locator('[aria-current]').count();
  });
  expect(seen.buttons).toBeGreaterThan(9);
  expect(seen.current).toBeGreaterThan(6);
});

/** Links and summaries below 44 pixels, but for links within a sentence. */
const small = (page: Page) =>
  page.locator('a, summary').evaluateAll((all) =>
    all
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) && !one.closest('p:not(.links, .asks)'),
      )
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map((one) => one.outerHTML.slice(0, 120)),
  );

test('links and summaries are large enough for a finger', async () => {
  await visit({ hasTouch: true, isMobile: true }, async (page) => {
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    expect([page.url(), await small(page)]).toEqual([page.url(), []]);
  });
});

test('the headings of a table are announced for its columns and rows', async () => {
  const { page } = await openPage(browser, { viewport: DESKTOP });
  await page.goto((await world.control.pages()).dashboard);
  await page.goto(`${world.sandbox.baseUrl}/dashboard/keys`);
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const named = (role: string) =>
    nodes.filter((node) => node.role?.value === role).map((node) => node.name?.value);
  expect(named('columnheader')).toEqual(['Key', 'State', 'Last used', 'Created']);
  expect(named('rowheader')[0]).toMatch(/sk_test_/);
});
