import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { FaultName } from '../../src/sandbox/faults.ts';
import { openPage, stateOf } from '../support/sandbox/a-browser.ts';
import {
  agree,
  enterCode,
  identify,
  openSigningInBrowser,
  PEOPLE,
  signInBrowser,
} from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser } = await openSigningInBrowser();
// An earlier answer that the replay fault can repeat.
const { documentId } = await world.send();
await world.control.sign({ documentId });

const [asha] = PEOPLE;

async function tryToSign(page: Page): Promise<void> {
  await agree(page);
  await identify(page, asha);
  await enterCode(page, await world.codeFor(page));
}

/** An answer that names no attempt, and one to an attempt; long/faults.test.ts tries all faults without a browser. */
test.each(['truncated', 'wrong-hash', 'replay'] satisfies FaultName[])(
  '%s: the page says that nothing was signed, and the link signs afterwards',
  async (fault) => {
    const { documentId, links } = await world.send();
    const { page } = await openPage(browser);
    await page.goto(links[0] ?? '');
    await world.control.setFault({ fault, times: 1 });
    await tryToSign(page);
    await page.locator('main[data-state=failed], main[data-state=refused-answer]').waitFor();
    expect(await page.locator('main').textContent()).toMatch(/Nothing was signed/);
    expect(await world.status(documentId)).toBe('SENT');
    // Without a browser: how a signer begins again there, setbacks.test.ts shows.
    await world.control.sign({ documentId });
    expect(await world.status(documentId)).toBe('COMPLETED');
  },
);

test('no-timestamp: the signature goes on without one', async () => {
  const { documentId, links } = await world.send();
  const { page } = await openPage(browser);
  await page.goto(links[0] ?? '');
  await world.control.setFault({ fault: 'no-timestamp', times: 1 });
  await signInBrowser(world, page, asha);
  expect(await world.status(documentId)).toBe('COMPLETED');
});

test('slow: the signer waits at the authority, and comes back signed', async () => {
  const fault: FaultName = 'slow';
  const { links } = await world.send();
  const { page } = await openPage(browser);
  await page.goto(links[0] ?? '');
  await world.control.setFault({ fault, times: 1, delayMs: 3000 });
  await signInBrowser(world, page, asha);
  expect(await stateOf(page)).toBe('completed');
});

test('down: the authority says so, the way back leads to the signing page, and it signs once it is up', async () => {
  const fault: FaultName = 'down';
  const { documentId, links } = await world.send();
  const { page } = await openPage(browser);
  await page.goto(links[0] ?? '');
  await world.control.setFault({ fault, times: 1 });
  await page.locator('input[name=consent]').check();
  await page.locator('#sign button').click();
  await page.getByText('The certifying authority is down').waitFor();
  expect(await world.status(documentId)).toBe('SENT');
  await page.goBack();
  await page.locator('main[data-state=your-turn]').waitFor();
  await signInBrowser(world, page, asha);
  expect(await world.status(documentId)).toBe('COMPLETED');
});
