import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultName } from '../../src/sandbox/authority/faults.ts';
import { FAULTS } from '../../src/sandbox/authority/faults.ts';
import { openChromium, openPage, stateOf } from '../support/a-browser.ts';
import type { SigningDesk } from '../support/a-signing-desk.ts';
import {
  agree,
  enterCode,
  identify,
  openSigningDesk,
  PEOPLE,
  signInBrowser,
} from '../support/a-signing-desk.ts';

let desk: SigningDesk;
let browser: Browser;
beforeAll(async () => {
  [desk, browser] = await Promise.all([openSigningDesk(), openChromium()]);
  // Something that a replay can bring again.
  const { documentId } = await desk.send();
  await desk.control.sign({ documentId });
});
afterAll(async () => {
  await browser.close();
  await desk.close();
});

const [asha] = PEOPLE;

async function tryToSign(page: Page): Promise<void> {
  await agree(page);
  await identify(page, asha);
  await enterCode(page, await desk.codeFor(page));
}

const isRefused = (name: string): boolean => name !== 'slow' && name !== 'down';
const REFUSED: readonly string[] = Object.keys(FAULTS).filter(isRefused);

test.each(REFUSED)(
  '%s: the page says that nothing was signed, and the link signs afterwards',
  async (fault) => {
    const { documentId, links } = await desk.send();
    const { page } = await openPage(browser);
    await page.goto(links[0] ?? '');
    await desk.control.setFault({ fault, times: 1 });
    await tryToSign(page);
    await page.locator('main[data-state=failed], main[data-state=refused-answer]').waitFor();
    expect(await page.locator('main').textContent()).toMatch(/Nothing was signed/);
    expect(await desk.status(documentId)).toBe('SENT');
    await page.goto(links[0] ?? '');
    await signInBrowser(desk, page, asha);
    expect(await desk.status(documentId)).toBe('COMPLETED');
    await page.context().close();
  },
);

test('slow: the signer waits at the authority, and comes back signed', async () => {
  const fault: FaultName = 'slow';
  const { links } = await desk.send();
  const { page } = await openPage(browser);
  await page.goto(links[0] ?? '');
  await desk.control.setFault({ fault, times: 1, delayMs: 3000 });
  await signInBrowser(desk, page, asha);
  expect(await stateOf(page)).toBe('completed');
  await page.context().close();
});

test('down: the authority says so, the way back leads to the signing page, and it signs once it is up', async () => {
  const fault: FaultName = 'down';
  const { documentId, links } = await desk.send();
  const { page } = await openPage(browser);
  await page.goto(links[0] ?? '');
  await desk.control.setFault({ fault, times: 1 });
  await page.locator('input[name=consent]').check();
  await page.locator('#sign button').click();
  await page.getByText('The signing authority is down').waitFor();
  expect(await desk.status(documentId)).toBe('SENT');
  await page.goBack();
  await page.locator('main[data-state=your-turn]').waitFor();
  await signInBrowser(desk, page, asha);
  expect(await desk.status(documentId)).toBe('COMPLETED');
  await page.context().close();
});
