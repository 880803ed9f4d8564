import { expect, test } from 'vitest';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { barriersOn, DESKTOP, openPage, PHONE } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();

const fivePages = aPdf({ pages: Array.from({ length: 5 }, () => ({})) });

test.each([PHONE, DESKTOP])(
  '“Next place” leads around the places by keyboard, and says where: %o',
  async (viewport) => {
    const { links } = await world.send({ pdf: fivePages, pages: [1, 3, 4] });
    const { page, complaints } = await openPage(browser, { viewport });
    await page.goto(links[0] ?? '');
    const button = page.getByRole('button', { name: 'Next place' });
    await button.focus();
    for (const number of [1, 3, 4, 1]) {
      await page.keyboard.press('Enter');
      const place = page.locator(`#page-${number} .yours`);
      await expect
        .poll(() =>
          place.evaluate((part) => {
            const { top, bottom } = part.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
          }),
        )
        .toBe(true);
      const said = await page.locator('.to-sign output').textContent();
      expect(said).toContain(`of 3: page ${number}`);
      expect(await page.locator('.position').textContent()).toBe(`Page ${number} of 5`);
    }
    expect(await barriersOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test('“Finish later” says until when, without scripts', async () => {
  const { links } = await world.send();
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(links[0] ?? '');
  await page.locator('summary', { hasText: 'Finish later' }).click();
  const words = page.locator('details', { hasText: 'Finish later' });
  expect(await words.textContent()).toContain('The link in the email that asked you to sign');
  expect(await words.locator('time').isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Show my place' }).count()).toBe(0);
  await page.context().close();
});
