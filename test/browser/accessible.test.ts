import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersOn, DESK, openChromium, openPage, PHONE } from '../support/a-browser.ts';
import type { SigningDesk } from '../support/a-signing-desk.ts';
import { openSigningDesk, PEOPLE } from '../support/a-signing-desk.ts';

let desk: SigningDesk;
let browser: Browser;
const urls: Record<string, string> = {};
beforeAll(async () => {
  [desk, browser] = await Promise.all([openSigningDesk(), openChromium()]);
  const name = `A very long name of a document ${'on the supply of furniture, '.repeat(6)}.pdf`;
  const fresh = await desk.send({ signers: PEOPLE, name });
  const started = await desk.send({ signers: PEOPLE.slice(0, 2) });
  await desk.control.sign({ documentId: started.documentId });
  const done = await desk.send({ signers: PEOPLE.slice(0, 2) });
  await desk.control.sign({ documentId: done.documentId, all: true });
  Object.assign(urls, {
    'your turn': fresh.links[0],
    waiting: fresh.links[5],
    failed: `${fresh.links[0]}?problem=mobile_not_linked`,
    signed: started.links[0],
    completed: done.links[0],
    'unknown link': `${desk.sandbox.baseUrl}/sign/x`,
    'expired link': `${desk.sandbox.baseUrl}/download/x`,
    'not found': `${desk.sandbox.baseUrl}/nothing`,
  });
});
afterAll(async () => {
  await browser.close();
  await desk.close();
});

const PAGES = [
  'your turn',
  'waiting',
  'failed',
  'signed',
  'completed',
  'unknown link',
  'expired link',
  'not found',
];
const LOOKS = [PHONE, DESK].flatMap((viewport) =>
  (['en-IN', 'hi-IN'] as const).flatMap((locale) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ viewport, locale, colorScheme })),
  ),
);

describe.each(PAGES)('the page "%s"', (name) => {
  test.each(LOOKS)(
    'has no barriers at $viewport.width px in $locale, $colorScheme',
    async (look) => {
      const { page, complaints } = await openPage(browser, look);
      const url = urls[name] ?? '';
      await page.goto(url, { waitUntil: 'networkidle' });
      if (name === 'your turn') await page.locator('#page-1 .text span').first().waitFor();
      expect(await barriersOn(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      const unexpected = complaints.filter((line) => !/status of 404/.test(line));
      expect(unexpected).toEqual([]);
      await page.context().close();
    },
  );
});
