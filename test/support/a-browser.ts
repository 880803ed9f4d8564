import AxeBuilderSource from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

/** Debian's Chromium, without a window. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
}

/** A telephone held upright. */
export const PHONE = { width: 360, height: 740 };
/** A desk's screen. */
export const DESK = { width: 1440, height: 900 };

/** A page of its own, whose complaints (errors, refused files, broken policies) are kept. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
  /** Every address that was asked for. */
  readonly requested: string[];
}

/** Opens a page in a browser that has seen nothing before. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-IN', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requested: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
  });
  page.on('request', (request) => requested.push(request.url()));
  return { page, complaints, requested };
}

/** What keeps people out of a page, by axe-core's rules: the rule and the first element that breaks it. */
export async function barriersOn(page: Page): Promise<string[]> {
  await page.evaluate(AxeBuilderSource.source);
  return await page.evaluate(async () => {
    const axe: typeof import('axe-core') = Reflect.get(globalThis, 'axe');
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** What the page says of itself, for drivers. */
export const stateOf = (page: Page): Promise<string | null> =>
  page.locator('main').getAttribute('data-state');
