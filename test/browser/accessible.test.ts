import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { barriersOn, LOOKS, openPage, overflowOf } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser, PEOPLE } from '../support/sandbox/a-signing-sandbox.ts';

/** How to reach each page. */
const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
  'your turn': async (page) => {
    await page.goto(fresh[0] ?? '', { waitUntil: 'networkidle' });
    await page.locator('#page-1 .text span').first().waitFor();
  },
  waiting: (page) => open(page, fresh[5]),
  failed: (page) => open(page, `${fresh[0]}?problem=mobile_not_linked`),
  signed: (page) => open(page, started),
  completed: (page) => open(page, done),
  declining: async (page) => {
    await open(page, fresh[0]);
    await page.locator('details:has(textarea) summary').click();
  },
  declined: (page) => open(page, declined),
  withdrawn: (page) => open(page, withdrawn),
  'no consent': async (page) => {
    await open(page, fresh[0]);
    await page.evaluate(() =>
      document.querySelector<HTMLFormElement>('form[data-consent]')?.submit(),
    );
    await page.getByRole('alert').first().waitFor();
  },
  'on to the authority': async (page) => {
    await page.route(/submit[.]js/, (route) => route.abort());
    await open(page, fresh[0]);
    await page.locator('input[name=consent]').check();
    await page.locator('#sign button').click();
    await page.locator('form[data-auto-submit]').waitFor();
  },
  'refused answer': async (page) => {
    await page.setContent(form(`${world.sandbox.baseUrl}/gateway/return`, 'msg'));
    await submitted(page);
  },
  'foreign form': async (page) => {
    await page.setContent(form(fresh[0] ?? '', 'consent'));
    await submitted(page);
  },
  'too many requests': async (page) => {
    while ((await page.request.get(`${limited}/state`)).status() !== 429);
    await open(page, limited);
  },
  'unknown link': (page) => open(page, `${world.sandbox.baseUrl}/sign/x`),
  'expired link': (page) => open(page, expired),
  'not found': (page) => open(page, `${world.sandbox.baseUrl}/nothing`),
};

const open = (page: Page, url = '') => page.goto(url, { waitUntil: 'networkidle' });

const form = (action: string, field: string) =>
  `<form method="post" action="${action}"><input name="${field}" value="yes"></form>`;

async function submitted(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('form')?.submit());
  await page.locator('main').waitFor();
}

const { world, browser } = await openSigningInBrowser();
const two = { signers: PEOPLE.slice(0, 2) };
const ended = await world.send(two);
await world.control.sign({ documentId: ended.documentId, all: true });
const expired = await world.downloadUrl(ended.documentId);
await world.control.advanceClock({ ms: 16 * 60_000 });
const name = `A very long name of a document ${'on the supply of furniture, '.repeat(6)}.pdf`;
const fresh = (await world.send({ signers: PEOPLE, name })).links;
const begun = await world.send(two);
await world.control.sign({ documentId: begun.documentId });
const [started, done] = [begun.links[0] ?? '', ended.links[0] ?? ''];
const refused = await world.send(two);
const declined = refused.links[0] ?? '';
await fetch(`${declined}/decline`, { method: 'POST', redirect: 'manual' });
const taken = await world.send(two);
await world.control.withdraw({ documentId: taken.documentId, reason: 'Sent twice' });
const withdrawn = taken.links[0] ?? '';
const limited = (await world.send(two)).links[0] ?? '';

describe.each(Object.entries(WAYS))('the page "%s"', (_name, come) => {
  test.each(LOOKS)(
    'has no barriers at $viewport.width px in $locale, $colorScheme',
    async (look) => {
      const { page, complaints } = await openPage(browser, look);
      await come(page);
      expect(await barriersOn(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      const unexpected = complaints.filter((line) => !/status of 4\d\d|ERR_FAILED/.test(line));
      expect(unexpected).toEqual([]);
    },
  );
});
