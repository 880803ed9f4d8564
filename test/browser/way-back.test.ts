import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { TEST_IDENTITIES } from '../../src/sandbox/authority/identities.ts';
import { serveHttp } from '../support/network/http-server.ts';
import { barriersOn, LOOKS, openPage, overflowOf } from '../support/sandbox/a-browser.ts';
import { openSigningInBrowser, signInBrowser } from '../support/sandbox/a-signing-sandbox.ts';

const { world, browser, signedIn } = await openSigningInBrowser();

const APP = 'https://app.northwind-homes.example.in:8443';
const back = `?return=${encodeURIComponent(`${APP}/deals/7`)}`;
await world.control.setAccount({ settings: { name: 'Northwind Homes', returnOrigins: APP } });

const backOn = (page: Page) => page.getByRole('link', { name: /^Back to |वापस/ });

test('a signer who came from an application goes back after the authority, and the application learns neither the link nor an outcome', async () => {
  const app = await serveHttp((_request, response) => response.end('<h1>Deal 7</h1>'));
  await world.control.setAccount({
    settings: { returnOrigins: `${APP} ${app.baseUrl}` },
  });
  const { documentId, links } = await world.send();
  const [link = ''] = links;
  const { page, complaints } = await openPage(browser);
  await page.goto(app.baseUrl);
  await page.goto(`${link}?return=${encodeURIComponent(`${app.baseUrl}/deals/7?tab=2`)}`);
  await signInBrowser(world, page, 'Asha Rao');
  await backOn(page).click();
  await page.getByRole('heading', { name: 'Deal 7' }).waitFor();
  expect(page.url()).toBe(`${app.baseUrl}/deals/7?tab=2&documentId=${documentId}`);
  expect(app.received.at(-1)?.headers).not.toHaveProperty('referer');
  const told = JSON.stringify(app.received.map(({ url, headers }) => [url, headers]));
  expect(told).not.toContain(link.split('/').at(-1) ?? 'none');
  expect(complaints.filter((one) => !one.includes('favicon'))).toEqual([]);
});

/** Pages that show the way back, or why somebody could not sign. */
async function shownPages(): Promise<Record<string, string>> {
  const [signed, declined, early, failed] = [
    await world.send(),
    await world.send(),
    await world.send({ signers: ['Asha Rao', 'Ravi Kumar'] }),
    await world.send({ signers: ['Nila Phoneless'] }),
  ];
  await world.control.sign({ documentId: signed.documentId, all: true });
  await world.control.decline({ documentId: declined.documentId });
  const { number: identity } = TEST_IDENTITIES.find(({ name }) => name === 'Nila Phoneless') ?? {};
  const signing = world.control.sign({ documentId: failed.documentId, identity });
  await expect(signing).rejects.toThrow('No mobile number');
  const dashboard = `${world.sandbox.baseUrl}/dashboard`;
  return {
    'a completed document': `${signed.links[0]}${back}`,
    'a declined document': `${declined.links[0]}${back}`,
    'somebody before their turn': `${early.links[1]}${back}`,
    'somebody who may come later, in Hindi': `${early.links[0]}${back}&lang=hi`,
    'a document whose signer failed': `${dashboard}/documents/${failed.documentId}`,
    'the settings': `${dashboard}/settings`,
  };
}

const PAGES = await shownPages();
const member = await signedIn();

describe.each(Object.entries(PAGES))('the page of %s', (_name, url) => {
  test.each(LOOKS)('has no barriers at $viewport.width px, $colorScheme', async (look) => {
    const { viewport, colorScheme } = look;
    const { page, complaints } = await openPage(browser, { ...member, viewport, colorScheme });
    await page.goto(url, { waitUntil: 'networkidle' });
    for (const one of await page.locator('main details').all())
      await one.evaluate((element) => element.setAttribute('open', ''));
    const isSigners = url.startsWith(`${world.sandbox.baseUrl}/sign/`);
    expect(await backOn(page).isVisible()).toBe(isSigners);
    expect(await barriersOn(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});
