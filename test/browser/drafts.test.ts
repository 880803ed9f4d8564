import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drawnPage, lines } from '../support/drawing/drawn-page.ts';
import {
  barriersOn,
  DESKTOP,
  LOOKS,
  openPage,
  overflowOf,
  PHONE,
} from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser, signedIn } = await openSigningInBrowser();
const { baseUrl, apiKey } = world.sandbox;
const member = await signedIn();

const LEASE = {
  name: 'lease.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(drawnPage({ content: lines({ bottom: 200 }) })),
};

async function upload(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/dashboard/documents`);
  await page.getByRole('link', { name: 'New document' }).click();
  await page.getByLabel('PDF').setInputFiles(LEASE);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/draft$/);
}

const rowOf = (page: Page, order: number): Locator =>
  page.locator('[data-row]').filter({ has: page.getByText(`Signer ${order}`, { exact: true }) });

async function fillRow(row: Locator, [name, email, phone]: readonly [string, string, string]) {
  await row.getByLabel('Name').fill(name);
  await row.getByLabel('Email').fill(email);
  await row.getByLabel('Mobile phone').fill(phone);
}

const ASHA = ['Asha Rao', 'asha@example.in', '+91 98765 43210'] as const;
const RAVI = ['Ravi Kumar', 'ravi@example.in', '98765 43211'] as const;

/** As the API returns it. */
async function read(page: Page) {
  const documentId = /documents\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  const reply = await fetch(`${baseUrl}/api/v1/documents/${documentId}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return await reply.json();
}

describe.each([PHONE, DESKTOP])('at $width px', (viewport) => {
  test('a shop owner uploads, places and sends a contract', async () => {
    const { page, complaints } = await openPage(browser, { ...member, viewport });
    await upload(page);
    await fillRow(rowOf(page, 1), ASHA);
    await page.getByRole('button', { name: 'Add a signer' }).click();
    await fillRow(rowOf(page, 2), RAVI);
    await page.locator('#page-1 canvas').first().waitFor();
    await page.locator('#page-1').scrollIntoViewIfNeeded();
    await page.locator('#page-1').click({ position: { x: 120, y: 150 } });
    expect(await rowOf(page, 2).textContent()).toContain('Placed on page 1.');
    expect(await barriersOn(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByLabel('Message (optional)').fill('Please sign by Friday.');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.waitForURL(/\/review$/);
    await page.locator('.theirs').nth(1).waitFor({ state: 'attached' });
    expect(await barriersOn(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(await page.getByRole('main').textContent()).toContain('2 credits, one per signer.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The document is sent').waitFor();
    expect(await read(page)).toMatchObject({
      status: 'SENT',
      signers: [
        { name: 'Asha Rao', phone: '919876543210' },
        { name: 'Ravi Kumar', advanced: { signaturePlacement: { positions: [{ page: 1 }] } } },
      ],
    });
    expect(complaints).toEqual([]);
  });

  test('a contract is placed and sent by the keyboard alone', async () => {
    const { page } = await openPage(browser, { ...member, viewport });
    await upload(page);
    const tabTo = async (what: string) => {
      const isThere = () =>
        page.evaluate((one) => document.activeElement?.matches(one) ?? false, what);
      for (let step = 0; step < 60 && !(await isThere()); step += 1) {
        await page.keyboard.press('Tab');
      }
      expect([what, await isThere()]).toEqual([what, true]);
    };
    for (const [field, text] of [
      ['name', ASHA[0]],
      ['email', ASHA[1]],
      ['phone', ASHA[2]],
    ]) {
      await tabTo(`[name=${field}-1]`);
      await page.keyboard.type(text ?? '');
    }
    await page.locator('#page-1').waitFor({ state: 'attached' });
    await tabTo('[data-row="1"] [data-place]');
    await page.keyboard.press('Enter');
    const places = () => page.locator('[name=places-1]').inputValue();
    const [before] = JSON.parse(await places());
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    const [after] = JSON.parse(await places());
    expect([after.x - before.x, after.y - before.y]).toEqual([10, 1]);
    await page.keyboard.press('Delete');
    expect(await places()).toBe('');
    await page.keyboard.press('Enter');
    await tabTo('button[value=review]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/review$/);
    await tabTo('form[action$="/send"] button');
    await page.keyboard.press('Enter');
    await page.getByText('The document is sent').waitFor();
    expect(await read(page)).toMatchObject({
      status: 'SENT',
      signers: [{ advanced: { signaturePlacement: { positions: [{ page: 1, width: 140 }] } } }],
    });
  });
});

const namesOf = (page: Page) =>
  page
    .locator('[data-rows] input[name^="name-"]')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

test('signers change places by buttons and by dragging, and one leaves', async () => {
  const { page } = await openPage(browser, { ...member, viewport: DESKTOP });
  await upload(page);
  await page.getByRole('button', { name: 'Add a signer' }).click();
  await page.getByRole('button', { name: 'Add a signer' }).click();
  for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
    await rowOf(page, index + 1)
      .getByLabel('Name')
      .fill(name);
  }
  await rowOf(page, 3).getByRole('button', { name: 'Move up' }).click();
  expect(await namesOf(page)).toEqual(['One', 'Three', 'Two']);
  const centreOf = async (row: Locator) => {
    const box = await row.locator('legend').boundingBox();
    return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10] as const;
  };
  await rowOf(page, 1).locator('legend').hover();
  await page.mouse.move(...(await centreOf(rowOf(page, 2))));
  await page.mouse.down();
  await page.mouse.move(...(await centreOf(rowOf(page, 1))), { steps: 8 });
  await page.mouse.up();
  expect(await namesOf(page)).toEqual(['Three', 'One', 'Two']);
  await rowOf(page, 2).getByRole('button', { name: 'Remove' }).click();
  expect(await namesOf(page)).toEqual(['Three', 'Two']);
  expect(await page.locator('legend:visible').allTextContents()).toEqual(['Signer 1', 'Signer 2']);
});

test('a wrong address is told as soon as it is left, and no longer when it is right', async () => {
  const { page } = await openPage(browser, { ...member, viewport: DESKTOP });
  await upload(page);
  const email = rowOf(page, 1).getByLabel('Email');
  await email.fill('asha@');
  expect(await email.getAttribute('aria-invalid')).toBeNull();
  await rowOf(page, 1).getByLabel('Name').focus();
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  const problem = page.locator('#problem-email-1');
  expect(await problem.isVisible()).toBe(true);
  await email.fill('asha@example.in');
  expect([await email.getAttribute('aria-invalid'), await problem.isVisible()]).toEqual([
    null,
    false,
  ]);
});

test('a file over 10 MB is told before it is uploaded, and after it without scripts', async () => {
  const huge = { ...LEASE, buffer: Buffer.concat([LEASE.buffer, Buffer.alloc(11 * 1024 * 1024)]) };
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await openPage(browser, { ...member, javaScriptEnabled });
    await page.goto(`${baseUrl}/dashboard/documents/new`);
    await page.getByLabel('PDF').setInputFiles(huge);
    await page.getByRole('button', { name: 'Continue' }).click();
    if (javaScriptEnabled) {
      const told = page
        .getByLabel('PDF')
        .evaluate((field: HTMLInputElement) => field.validationMessage);
      expect(await told).toBe('This file is over 10 MB.');
    } else {
      expect(await page.locator('#problem-file').textContent()).toBe('The file is over 10 MB.');
    }
  }
});

test('a contract is sent without scripts, in white space', async () => {
  const { page } = await openPage(browser, { ...member, javaScriptEnabled: false });
  await upload(page);
  await page.getByRole('button', { name: 'Add a signer' }).click();
  await fillRow(rowOf(page, 1), ASHA);
  await fillRow(rowOf(page, 2), RAVI);
  await rowOf(page, 2).getByRole('button', { name: 'Move up' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('The draft is saved.').waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('The document is sent').waitFor();
  expect(await read(page)).toMatchObject({
    status: 'SENT',
    signers: [{ name: 'Ravi Kumar' }, { name: 'Asha Rao' }],
  });
});

test.each(LOOKS)(
  'a draft and its problems have no barriers at $viewport.width px, $colorScheme',
  async ({ viewport, colorScheme }) => {
    const { page } = await openPage(browser, { ...member, viewport, colorScheme });
    await page.goto(`${baseUrl}/dashboard/documents/new`);
    expect(await barriersOn(page)).toEqual([]);
    await upload(page);
    await fillRow(rowOf(page, 1), ['Asha Rao', 'asha@example.in', '98765 43210 1']);
    await page.getByLabel('Name of the document').fill(' ');
    await rowOf(page, 1).getByLabel('Place of the signature').selectOption('words');
    await rowOf(page, 1).getByLabel('The words').fill('nowhere');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Check this field').waitFor();
    await page.locator('[data-sheets]').scrollIntoViewIfNeeded();
    await page.locator('#page-1 canvas').first().waitFor();
    expect(await barriersOn(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  },
);
