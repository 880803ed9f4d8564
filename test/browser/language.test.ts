import { expect, test } from 'vitest';
import { barriersOn, openPage } from '../support/sandbox/a-browser.ts';
import { agree, enterCode, openSigningInBrowser } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();

test('a Hindi link leads through Hindi pages, and a switch at the authority keeps problem and field', async () => {
  const { documentId, links } = await world.send();
  const { page } = await openPage(browser);
  const languageIs = (language: string) =>
    page.locator(`html[lang=${language}] nav.languages`).waitFor();
  await page.goto(`${links[0]}?lang=hi`);
  await agree(page);
  await languageIs('hi');
  expect(await barriersOn(page)).toEqual([]);

  const field = page.locator('input[name=identity]');
  await field.fill('1234');
  await page.locator('input[name=consent]').check();
  await field.press('Enter');
  expect(await page.getByRole('alert').textContent()).toContain('यह संख्या मान्य नहीं है');
  await field.fill('Asha');
  await page.getByRole('button', { name: 'English' }).click();
  await languageIs('en');
  expect(await page.getByRole('alert').textContent()).toContain('The number is not valid');
  expect(await field.inputValue()).toBe('Asha');

  await field.press('End');
  await field.pressSequentially(' Rao');
  await page.locator('input[name=consent]').check();
  await field.press('Enter');
  await page.locator('input[name=otp]').waitFor();
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await languageIs('hi');
  expect(await barriersOn(page)).toEqual([]);
  await enterCode(page, await world.codeFor(page));
  await page.locator('html[lang=hi] main[data-state=completed]').waitFor();
  expect(await world.status(documentId)).toBe('COMPLETED');
});

test('what is missing from the consent stays said in the other language', async () => {
  const { links } = await world.send();
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(links[0] ?? '');
  await page.locator('input[name=consent]').check();
  await page.locator('input[name=read]').evaluate((box) => box.removeAttribute('required'));
  await page.locator('#sign button').click();
  expect(await page.getByRole('alert').first().textContent()).toContain('Please read the document');
  await page.getByRole('link', { name: 'हिन्दी' }).click();
  expect(await page.getByRole('alert').first().textContent()).toContain('दस्तावेज़ पढ़ें');
  expect(await page.locator('input[name=consent]').isChecked()).toBe(false);
});
