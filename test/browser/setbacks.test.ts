import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPage, stateOf } from '../support/sandbox/a-browser.ts';
import {
  agree,
  enterCode,
  identify,
  openSigningInBrowser,
  PEOPLE,
  signInBrowser,
} from '../support/sandbox/a-signing-sandbox.ts';

const SESSION_OVER_MS = 16 * 60_000;

const { world, browser } = await openSigningInBrowser();

const [asha, ravi] = PEOPLE;

async function visit(link = '') {
  const { page } = await openPage(browser);
  await page.goto(link);
  return page;
}

test('a wrong code is reported at once; three end the attempt, and the next attempt signs', async () => {
  const { links } = await world.send();
  const page = await visit(links[0]);
  await agree(page);
  await identify(page, asha);
  const code = await world.codeFor(page);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 3; tries += 1) await enterCode(page, wrong);
  await page.locator('main[data-state=failed]').waitFor();
  expect(await page.getByRole('alert').first().textContent()).toContain('wrong three times');
  await signInBrowser(world, page, asha);
  expect(await stateOf(page)).toBe('completed');
});

test('a signer who cancels at the authority is told that nothing was signed, and can start again', async () => {
  const { documentId, links } = await world.send();
  const page = await visit(links[0]);
  await agree(page);
  await page.locator('form[action$="/cancel"] button').click();
  await page.locator('main[data-state=failed]').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByRole('status').first().textContent()).toContain(
    'You cancelled. Nothing was signed.',
  );
  expect(await world.status(documentId)).toBe('SENT');
  await signInBrowser(world, page, asha);
  expect(await world.status(documentId)).toBe('COMPLETED');
});

test('a signer who stays at the authority for too long is told so, and can start again', async () => {
  const { documentId, links } = await world.send();
  const page = await visit(links[0]);
  await agree(page);
  await identify(page, asha);
  const code = await world.codeFor(page);
  await world.control.advanceClock({ ms: SESSION_OVER_MS });
  await enterCode(page, code);
  await page.locator('main[data-state=failed]').waitFor();
  expect(await page.getByRole('alert').first().textContent()).toContain('Nothing was signed');
  expect(await world.status(documentId)).toBe('SENT');
  await signInBrowser(world, page, asha);
  expect(await world.status(documentId)).toBe('COMPLETED');
});

test('an early visitor sees whose turn it is, and the page updates when it is theirs', async () => {
  const { links } = await world.send({ signers: [asha, ravi] });
  const early = await visit(links[1]);
  expect(await stateOf(early)).toBe('waiting');
  expect(await early.getByRole('status').first().textContent()).toContain('Asha Rao’s turn');
  const first = await visit(links[0]);
  await signInBrowser(world, first, asha);
  await early.bringToFront();
  await early.locator('main[data-state=your-turn]').waitFor({ timeout: 30_000 });
  await signInBrowser(world, early, ravi);
  expect(await stateOf(early)).toBe('completed');
  await first.bringToFront();
  await first.locator('main[data-state=completed]').waitFor({ timeout: 40_000 });
});

test('a pressed button shows that it works, and takes no second press', async () => {
  const { links } = await world.send();
  const page = await visit(links[0]);
  let posts = 0;
  await page.route(links[0] ?? '', async (route) => {
    posts += 1;
    await setTimeout(1500);
    await route.continue();
  });
  const seen: unknown[] = [];
  await page.exposeFunction('tell', (state: unknown) => seen.push(state));
  await page.locator('#sign form').evaluate((form) => {
    const button = form.querySelector('button');
    form.addEventListener('submit', () =>
      window.setTimeout(() => {
        button?.click();
        Reflect.get(window, 'tell')([button?.ariaBusy, button?.disabled]);
      }, 100),
    );
  });
  await agree(page);
  expect([seen, posts]).toEqual([[['true', true]], 1]);
});

test('two tabs or phones continue the same signature, and both show the result', async () => {
  const { documentId, links } = await world.send();
  const [one, other] = [await visit(links[0]), await visit(links[0])];
  await agree(one);
  await agree(other);
  await identify(one, asha);
  await enterCode(one, await world.codeFor(one));
  await one.locator('main[data-state=completed]').waitFor();
  await other.goto(links[0] ?? '');
  expect(await stateOf(other)).toBe('completed');
  expect(await world.status(documentId)).toBe('COMPLETED');
});

test('the button of an old tab leads to the finished signature', async () => {
  const { links } = await world.send();
  const [one, left] = [await visit(links[0]), await visit(links[0])];
  await signInBrowser(world, one, asha);
  await left.locator('input[name=consent]').check();
  await left.locator('#sign button').click();
  await left.locator('main[data-state=completed]').waitFor();
});

test('going back from the authority leads to the signing page, and forward again signs', async () => {
  const { documentId, links } = await world.send();
  const page = await visit(links[0]);
  await agree(page);
  await page.goBack();
  await page.locator('main[data-state=your-turn]').waitFor();
  await signInBrowser(world, page, asha);
  await page.goBack();
  await page.goto(links[0] ?? '');
  expect(await stateOf(page)).toBe('completed');
  expect(await world.status(documentId)).toBe('COMPLETED');
});

test('going back leads to the signing page in a slow browser, too', async () => {
  const { links } = await world.send();
  const page = await visit(links[0]);
  await page.route(/submit[.]js/, async (route) => {
    const answer = await route.fetch();
    const late = `addEventListener('load', () => setTimeout(() => {${await answer.text()}}, 300))`;
    await route.fulfill({ response: answer, body: late });
  });
  await agree(page);
  await page.goBack();
  expect(await stateOf(page)).toBe('your-turn');
});

test('reloading a page or pressing a button twice changes nothing', async () => {
  const { documentId, links } = await world.send();
  const page = await visit(links[0]);
  await page.reload();
  await page.locator('input[name=consent]').check();
  await page.locator('#sign button').dblclick();
  await page.locator('input[name=identity]').waitFor();
  await page.reload();
  await identify(page, asha);
  await enterCode(page, await world.codeFor(page));
  await page.locator('main[data-state=completed]').waitFor();
  await page.reload();
  expect(await stateOf(page)).toBe('completed');
  expect(await world.status(documentId)).toBe('COMPLETED');
});
