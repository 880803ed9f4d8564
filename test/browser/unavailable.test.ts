import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import { barriersOn, openChromium, openPage, stateOf } from '../support/sandbox/a-browser.ts';
import { ASHA, apiUser, giveConsent, requestIn } from '../support/service/call-service.ts';
import { openService } from '../support/service/open-service.ts';
import { askedFor } from '../support/service/test-authority.ts';
import { openAnyStore } from '../support/store/any-store.ts';
import { interruptible } from '../support/store/interruptible-store.ts';

const database = interruptible(await openAnyStore());
const service = await openService(async () => database.store);
const browser = await openChromium();
afterAll(async () => {
  await browser.close();
  await service.close();
});
afterEach(() => {
  database.isDown = false;
});
const user = apiUser(service, await service.account());
const base = await service.app.listen({ host: '127.0.0.1', port: 0 });

/** A signer whose browser posts an answer, as from the authority's page, while the database is out of reach. */
async function bringAnswer(page: Page): Promise<string> {
  const { documentId, links } = await user.send(ASHA);
  const request = requestIn(await giveConsent(service, links[0] ?? ''));
  const answer = await service.authority.answer(request);
  const action = `${base}/gateway/return?txn=${askedFor(request).txn}`;
  database.isDown = true;
  await page.setContent(
    `<form method="post" action="${action}"><textarea name="msg">
${answer}</textarea><textarea name="lines">
one
two</textarea><button>back</button></form>`,
  );
  await page.locator('button').click();
  await page.locator('main[data-state=repost]').waitFor();
  return documentId;
}

const statusOf = async (documentId: string) => (await user.document(documentId)).status;

test('an answer that could not be kept is posted again by itself, and the signer sees their signature', async () => {
  const { page, complaints } = await openPage(browser);
  const documentId = await bringAnswer(page);
  expect(await barriersOn(page)).toEqual([]);
  await page.waitForResponse((response) => response.status() === 503);
  expect(await stateOf(page)).toBe('repost');
  database.isDown = false;
  await page.locator('main[data-state=completed]').waitFor();
  expect(await statusOf(documentId)).toBe('COMPLETED');
  expect(complaints.filter((line) => !line.includes('status of 503'))).toEqual([]);
});

test('without scripts, a button posts it again, in Hindi as well', async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false, locale: 'hi-IN' });
  const documentId = await bringAnswer(page);
  expect(await page.locator('html').getAttribute('lang')).toBe('hi');
  await page.locator('main button').click();
  await page.locator('main[data-state=repost]').waitFor();
  database.isDown = false;
  await page.locator('main button').click();
  await page.locator('main[data-state=completed]').waitFor();
  expect(await statusOf(documentId)).toBe('COMPLETED');
});

test('a page that could not be shown comes by itself', async () => {
  const { links } = await user.send(ASHA);
  const { page } = await openPage(browser, { locale: 'hi-IN' });
  database.isDown = true;
  await page.goto(`${base}${links[0]}`);
  expect(await stateOf(page)).toBe('unavailable');
  expect(await barriersOn(page)).toEqual([]);
  database.isDown = false;
  await page.locator('main[data-state=your-turn]').waitFor();
});
