import AxeBuilderSource from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Debian's headless Chromium. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
}

/** A phone in portrait format. */
export const PHONE = { width: 360, height: 740 };
/** A desktop screen. */
export const DESKTOP = { width: 1440, height: 900 };

/** A page that records complaints: errors, failed requests, policy violations. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
  /** Every requested URL. */
  readonly requested: string[];
}

/** Opens a page in a fresh browser context, by default until the end of the test. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-IN', ...options });
  atEnd(() => context.close());
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

/** Accessibility violations by axe-core: the rule and the first element. */
export async function barriersOn(page: Page): Promise<string[]> {
  await page.evaluate(AxeBuilderSource.source);
  return await page.evaluate(async () => {
    const axe: typeof import('axe-core') = Reflect.get(globalThis, 'axe');
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** How much wider a page is than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** One look of each width, scheme and language. */
export const LOOKS = [
  { viewport: PHONE, colorScheme: 'light', locale: 'en-IN' },
  { viewport: DESKTOP, colorScheme: 'dark', locale: 'hi-IN' },
] as const;

/** The page's `data-state`. */
export const stateOf = (page: Page): Promise<string | null> =>
  page.locator('main').getAttribute('data-state');
