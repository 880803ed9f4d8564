import { expect, test } from 'vitest';
import { barriersOn, openPage, stateOf } from '../support/sandbox/a-browser.ts';
import {
  agree,
  enterCode,
  identify,
  openSigningInBrowser,
  PEOPLE,
  signInBrowser,
} from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();

const [asha, ravi, anita] = PEOPLE;

test('two people sign on a phone, from their emails to the signed document', async () => {
  const { documentId } = await world.send({ signers: [asha, ravi] });
  for (const [index, name] of [asha, ravi].entries()) {
    const { page, complaints } = await openPage(browser);
    const mail = page.locator('tr', { hasText: `signer${index + 1}@example.in` });
    const subject = mail.getByRole('link');
    await expect
      .poll(
        async () => {
          await page.goto((await world.control.pages()).inbox);
          return await subject.count();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    await subject.first().click();
    await page.frameLocator('iframe').locator('a[href*="/sign/"]').first().click();
    await page.locator('main[data-state=your-turn]').waitFor();
    await signInBrowser(world, page, name);
    expect(await stateOf(page)).toBe(index === 0 ? 'signed' : 'completed');
    expect(complaints).toEqual([]);
    if (index === 1) {
      for (const [below, file] of [
        ['download', 'Rental agreement signed.pdf'],
        ['certificate', 'Rental agreement certificate.pdf'],
      ]) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.locator(`main .head a.button[href$="/${below}"]`).click(),
        ]);
        expect(download.suggestedFilename()).toBe(file);
      }
    }
  }
  expect(await world.status(documentId)).toBe('COMPLETED');
});

test.each([true, false])(
  'a signer declines, with scripts or without: %o',
  async (javaScriptEnabled) => {
    const { documentId, links } = await world.send({ signers: [asha, ravi] });
    const { page, complaints } = await openPage(browser, { javaScriptEnabled });
    await page.goto(links[0] ?? '');
    await page.locator('summary', { hasText: 'Decline to sign' }).click();
    await page.locator('textarea[name=reason]').fill('The rent is wrong');
    await page.locator('button', { hasText: 'Decline this document' }).click();
    await page.locator('main[data-state=declined]').waitFor();
    await page.goto(links[1] ?? '');
    expect(await stateOf(page)).toBe('declined');
    expect(await world.status(documentId)).toBe('SENT');
    expect(complaints).toEqual([]);
  },
);

test('the code is on the test phone, for a browser that is signed in, and no other', async () => {
  const { documentId, links } = await world.send();
  const { page, complaints } = await openPage(browser);
  await page.goto(links[0] ?? '');
  await agree(page);
  await identify(page, asha);
  const reference = await page.locator('input[name=reference]').inputValue();
  const openPhone = async () => {
    const [phone] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open the test phone' }).click(),
    ]);
    await phone.locator('h1').waitFor();
    return phone;
  };
  const locked = await openPhone();
  expect(await locked.locator('code').textContent()).toBe('esign sandbox open');
  expect(await barriersOn(locked)).toEqual([]);
  await locked.goto((await world.control.pages()).phone);
  expect(new URL(locked.url()).pathname).toBe('/dashboard/sandbox/phone');
  const phone = await openPhone();
  const row = phone.locator('tr', { hasText: reference });
  await enterCode(page, (await row.locator('th').textContent()) ?? '');
  await page.locator('main[data-state=completed]').waitFor();
  expect(await world.status(documentId)).toBe('COMPLETED');
  expect(complaints).toEqual([]);
});

test('everything works with the keyboard alone', async () => {
  const { documentId, links } = await world.send();
  const { page } = await openPage(browser);
  await page.goto(links[0] ?? '');
  const press = async (selector: string, key: string) => {
    // Tab skips a button that is disabled until the document has loaded
    await page.locator(`${selector}:enabled`).waitFor();
    for (let count = 0; count < 60; count += 1) {
      if (await page.locator(`${selector}:focus`).count()) break;
      await page.keyboard.press('Tab');
    }
    await page.locator(`${selector}:focus`).waitFor({ timeout: 2000 });
    await page.keyboard.press(key);
  };
  await press('input[name=consent]', 'Space');
  await press('#sign button', 'Enter');
  await identify(page, asha);
  await enterCode(page, await world.codeFor(page));
  await page.locator('main[data-state=completed]').waitFor();
  expect(await world.status(documentId)).toBe('COMPLETED');
});

test('without scripts, buttons work and the document is a link', async () => {
  const { documentId, links } = await world.send();
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(links[0] ?? '');
  const file = await page.locator('a[href*="/document.pdf?"]').getAttribute('href');
  expect(
    (await page.request.get(new URL(file ?? '', page.url()).href)).headers()['content-type'],
  ).toBe('application/pdf');
  await page.locator('input[name=read]').check();
  await page.locator('input[name=consent]').check();
  await page.locator('#sign button').click();
  await page.locator('main[data-state=to-gateway] button').click();
  await identify(page, asha);
  await enterCode(page, await world.codeFor(page));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('main[data-state=completed]').waitFor();
  expect(await world.status(documentId)).toBe('COMPLETED');
});

test('the language chosen on the page stays through the authority and back', async () => {
  const { links } = await world.send({ signers: [asha, anita] });
  const { page } = await openPage(browser);
  await page.goto(links[0] ?? '');
  await page.getByRole('link', { name: 'हिन्दी' }).click();
  await page.getByRole('heading', { name: 'हस्ताक्षर करें', exact: true }).waitFor();
  await agree(page);
  await page.locator('form[action$="/cancel"] button').click();
  await page.locator('main[data-state=failed]').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('hi');
  expect(await page.getByRole('status').first().textContent()).toContain(
    'आपने प्रक्रिया बीच में रोक दी',
  );
});
