import { afterAll, expect, test } from 'vitest';
import { aLogo } from '../support/pdf/a-logo.ts';
import { barriersOn, LOOKS, openPage, overflowOf } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser, PEOPLE } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser, openSignedIn } = await openSigningInBrowser();
const { baseUrl } = world.sandbox;
const { links } = await world.send({ signers: PEOPLE.slice(0, 2) });
const link = links[0] ?? '';

/** Sets colour and logo as an owner does, without scripts. */
async function brand(): Promise<void> {
  const { page } = await openSignedIn({ javaScriptEnabled: false }, afterAll);
  await page.goto(`${baseUrl}/dashboard/settings`);
  await page.getByLabel('Colour for links').fill('#0E5C58');
  await page.getByRole('button', { name: 'Save' }).first().click();
  expect(await page.getByRole('status').first().textContent()).toBe('Saved.');
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: aLogo() };
  await page.getByLabel('PNG file').setInputFiles(file);
  await page.getByRole('button', { name: 'Use this logo' }).click();
  expect(await page.getByRole('status').first().textContent()).toBe('Saved.');
  const message = 'Please sign by Friday. Call us with any question.';
  await world.control.setAccount({ settings: { name: 'Northwind Homes', message } });
}
await brand();

const accents = { light: 'rgb(14, 92, 88)', dark: 'rgb(98, 149, 146)' };

test.each(LOOKS)('a branded page has no barrier and breaks no rule: %j', async (look) => {
  const { page, complaints } = await openPage(browser, look);
  await page.goto(link, { waitUntil: 'networkidle' });
  await page.locator('#page-1 .text span').first().waitFor();
  const logo = page.locator('img.logo');
  expect(await logo.getAttribute('alt')).toContain('Northwind Homes');
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240);
  const button = page.locator('#sign button');
  const colour = await button.evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(colour).toBe(accents[look.colorScheme]);
  expect(await barriersOn(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  expect(complaints).toEqual([]);
});

test.each(LOOKS)(
  'the settings have no barrier, and browsers show the previews without complaint: %j',
  async (look) => {
    const { page, complaints } = await openSignedIn(look);
    await page.goto(`${baseUrl}/dashboard/settings`);
    expect(await barriersOn(page)).toEqual([]);
    for (const preview of ['page', 'mail']) {
      await page.goto(`${baseUrl}/dashboard/settings/preview/${preview}`);
    }
    expect(complaints).toEqual([]);
  },
);
