import { expect, test } from 'vitest';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { barriersOn, DESKTOP, openPage, PHONE } from '../support/sandbox/a-browser.ts';
import {
  openSigningInBrowser,
  PEOPLE,
  signInBrowser,
} from '../support/sandbox/a-signing-sandbox.ts';

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
      const position = page.locator('.position');
      await expect.poll(() => position.textContent()).toBe(`Page ${number} of 5`);
    }
    expect(await barriersOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
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
});

test.each([true, false])(
  'a late signer has a new link emailed, and signs with it; scripts: %o',
  async (javaScriptEnabled) => {
    const { documentId, links } = await world.send({
      signers: [PEOPLE[javaScriptEnabled ? 0 : 1]],
    });
    await world.control.advanceClock({ ms: 31 * 24 * 3600_000 });
    const { page, complaints } = await openPage(browser, { javaScriptEnabled });
    await page.goto(links[0] ?? '');
    expect(await page.locator('h1').textContent()).toBe('This link has expired');
    expect(await page.locator('main').textContent()).toContain('“Rental agreement.pdf”');
    await page.getByRole('button', { name: 'Email me a new link' }).click();
    await page.getByText('If a new link can be sent').waitFor();
    const fresh = async () => {
      const mails = (await world.control.inbox()).filter((one) => one.kind === 'mail');
      const urls = mails.flatMap(({ text }) => text.match(/http:\S+\/sign\/[\w.-]+(?=\n)/) ?? []);
      return urls.findLast((url) => new URL(url).pathname !== new URL(links[0] ?? '').pathname);
    };
    const isNew = async () => {
      const answer = await page.request.get((await fresh()) ?? `${links[0]}`);
      return answer.status();
    };
    await expect.poll(isNew).toBe(200);
    if (javaScriptEnabled) {
      await page.goto((await fresh()) ?? '');
      await signInBrowser(world, page, PEOPLE[0]);
      expect(await world.status(documentId)).toBe('COMPLETED');
    }
    expect(complaints.filter((line) => !line.includes('410'))).toEqual([]);
  },
);
