import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drawnPage, lines } from '../support/drawing/drawn-page.ts';
import { barriersOn, DESKTOP, openPage, PHONE } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();
const { baseUrl, apiKey } = world.sandbox;
const member = await signIn();

async function signIn() {
  const { page } = await openPage(browser);
  await page.goto(world.sandbox.dashboardUrl, { waitUntil: 'networkidle' });
  const storageState = await page.context().storageState();
  await page.context().close();
  return { storageState };
}

const LEASE = {
  name: 'lease.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(drawnPage({ content: lines({ bottom: 200 }) })),
};

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

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
    await page.screenshot({ path: `/tmp/shots/draft-${viewport.width}.png`, fullPage: true });
    expect(await rowOf(page, 2).textContent()).toContain('Placed on page 1.');
    expect(await barriersOn(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByLabel('Message (optional)').fill('Please sign by Friday.');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.waitForURL(/\/review$/);
    await page.locator('.theirs').nth(1).waitFor({ state: 'attached' });
    await page.screenshot({ path: `/tmp/shots/review-${viewport.width}.png`, fullPage: true });
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
    await page.context().close();
  });
});
