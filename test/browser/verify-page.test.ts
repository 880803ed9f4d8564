import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GivenFile } from '../../src/pdf/page/judge-apart.ts';
import { judgeFile, judgeFiles } from '../../src/pdf/page/judge-apart.ts';
import { NO_TRUST, trustingPage } from '../../src/pdf/page/trust.ts';
import { TRUST, verificationCorpus } from '../support/pdf/verification-corpus.ts';
import { removeFolder } from '../support/remove-folder.ts';
import type { WatchedPage } from '../support/sandbox/a-browser.ts';
import {
  barriersOn,
  DESKTOP,
  openChromium,
  openPage,
  PHONE,
} from '../support/sandbox/a-browser.ts';

const BUILT = new URL('../../dist/assets/pages/verify.html', import.meta.url);
const evidence = (name: string) => new URL(`../fixtures/evidence/${name}`, import.meta.url);
const NOBODY = { roots: [], services: [] };
const browser = await openChromium();
const folder = await mkdtemp(join(tmpdir(), 'verify-page-'));
const address = pathToFileURL(`${folder}/verify.html`).href;

beforeAll(async () => {
  const html = await readFile(BUILT, 'utf8');
  await writeFile(`${folder}/verify.html`, trustingPage(html, TRUST));
});
afterAll(async () => {
  await browser.close();
  await removeFolder(folder);
});

/** From a file, with the network off. */
async function opened(url = address, options = {}): Promise<WatchedPage> {
  const watched = await openPage(browser, options);
  await watched.page.context().setOffline(true);
  await watched.page.goto(url);
  await watched.page.locator('main[data-state=ready]').waitFor();
  return watched;
}

const sent = ({ name, bytes }: GivenFile) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
});

/** What the page says about files, as JSON. */
async function judgedBy({ page }: WatchedPage, files: readonly GivenFile[]): Promise<string[]> {
  await page.locator('main').evaluate((main) => main.setAttribute('data-state', 'asked'));
  await page.locator('#files').setInputFiles(files.map(sent));
  await page.locator('main[data-state=done]').waitFor();
  return await page.locator('[data-verdict]').allTextContents();
}

test('page and program judge a corpus of good and forged files alike, byte for byte', async () => {
  const watched = await opened();
  const corpus = await verificationCorpus();
  const counts = { verified: 0, refused: 0 };
  for (const files of corpus) {
    const expected = await judgeFiles(files, (bytes) => judgeFile(bytes, TRUST, NOBODY));
    const names = files.map(({ name }) => name).join(', ');
    expect(await judgedBy(watched, files), names).toEqual(
      expected.map(({ verdict }) => JSON.stringify(verdict, null, 1)),
    );
    for (const { verdict } of expected) counts[verdict.verified ? 'verified' : 'refused'] += 1;
  }
  expect(counts.verified).toBeGreaterThanOrEqual(20);
  expect(counts.refused).toBeGreaterThanOrEqual(150);
  expect(watched.complaints).toEqual([]);
  expect(watched.requested.filter((url) => !/^(data|blob):/.test(url))).toEqual([address]);
}, 600_000);

test('a file that takes longer than a minute is not judged, and the page stays usable', async () => {
  const watched = await opened();
  const { page } = watched;
  await page.clock.install();
  // No file is known that takes as long
  await page.evaluate(() => {
    const real = Worker;
    window.Worker = class extends real {
      constructor() {
        super(URL.createObjectURL(new Blob(["postMessage('ready'); for (;;);"])));
        window.Worker = real;
      }
    };
  });
  const file = { name: 'd1.pdf', bytes: await readFile(evidence('d1.pdf')) };
  await page.locator('#files').setInputFiles(sent(file));
  await page.locator('main[data-state=checking]').waitFor();
  await page.locator('button[data-language=hi]').click();
  expect(await page.locator('html').getAttribute('lang')).toBe('hi');
  while ((await page.locator('main[data-state=done]').count()) === 0) {
    await page.clock.fastForward(61_000);
  }
  expect(await page.locator('[data-verdict]').textContent()).toContain('takes too long');
  expect((await judgedBy(watched, [file]))[0]).toBe(
    JSON.stringify(await judgeFile(file.bytes, TRUST, NOBODY), null, 1),
  );
});

test('where a browser allows no worker, the page judges by itself', async () => {
  const html = await readFile(`${folder}/verify.html`, 'utf8');
  const without = pathToFileURL(`${folder}/without.html`);
  await writeFile(without, html.replaceAll('worker-src blob:', "worker-src 'none'"));
  const watched = await opened(without.href);
  const file = { name: 'd1.pdf', bytes: await readFile(evidence('d1.pdf')) };
  expect((await judgedBy(watched, [file]))[0]).toBe(
    JSON.stringify(await judgeFile(file.bytes, TRUST, NOBODY), null, 1),
  );
  expect(watched.complaints.join(' ')).toContain("worker-src 'none'");
});

test('a page that trusts nobody says so, and trusts what its reader chooses', async () => {
  const watched = await opened(BUILT.href, { viewport: DESKTOP });
  const { page } = watched;
  const file = { name: 'd1.pdf', bytes: await readFile(evidence('d1.pdf')) };
  const [before] = await judgedBy(watched, [file]);
  const expected = await judgeFile(file.bytes, NO_TRUST, NOBODY);
  expect(before).toBe(JSON.stringify(expected, null, 1));
  expect(await page.locator('.verdict').textContent()).toContain('Not verified (NO_ROOT).');
  const pems = ['root.pem', 'sandbox-root.pem', 'tsa.pem'].map((name) => evidence(name).pathname);
  await page.locator('#roots').setInputFiles(pems);
  await page.locator('.verdict.good').waitFor();
  expect(await page.locator('.verdict').textContent()).toContain('Verified: intact and complete');
  await page.locator('#services').setInputFiles(evidence('d1.pdf').pathname);
  await page.locator('#unreadable p').waitFor();
  expect(await page.locator('#unreadable').textContent()).toContain(
    'd1.pdf contains no certificate',
  );
  expect(watched.complaints).toEqual([]);
});

test('the numbers in a certificate’s code are shown as what to choose, and never as markup', async () => {
  const named = await opened(`${address}#document=doc_1&certificate=crt_2`);
  const words = await named.page.locator('#asked').textContent();
  expect(words).toContain('certificate crt_2 of document doc_1');
  expect(words).toContain('proves nothing by itself');
  const odd = await opened(`${address}#document=<b>x&certificate=crt_2`);
  expect(await odd.page.locator('#asked').isVisible()).toBe(false);
});

test('scripts that somebody adds to the page do not run, and it connects to nothing', async () => {
  const html = await readFile(BUILT, 'utf8');
  await writeFile(
    `${folder}/altered.html`,
    html.replace('</main>', '<script>document.title = "taken"</script></main>'),
  );
  const watched = await opened(pathToFileURL(`${folder}/altered.html`).href);
  expect(await watched.page.title()).not.toBe('taken');
  const failed = await watched.page.evaluate(() =>
    fetch('https://example.in/').then(
      () => 'sent',
      () => 'refused',
    ),
  );
  expect(failed).toBe('refused');
  expect(watched.complaints.join(' ')).toContain("connect-src 'none'");
});

test.each([
  ['phone, light, English', { viewport: PHONE, colorScheme: 'light' }, 'en'],
  ['desktop, dark, Hindi', { viewport: DESKTOP, colorScheme: 'dark' }, 'hi'],
] as const)('the page has no barriers: %s', async (name, options, language) => {
  const watched = await opened(address, options);
  const { page } = watched;
  await page.locator(`button[data-language=${language}]`).click();
  for (const file of ['d1.pdf', 'c-no-contenttype.pdf']) {
    await judgedBy(watched, [{ name: file, bytes: await readFile(evidence(file)) }]);
    expect(await barriersOn(page)).toEqual([]);
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(options.viewport.width);
  const shots = process.env.ESIGN_TEST_SHOTS;
  if (shots) await page.screenshot({ path: `${shots}/verify ${name}.png`, fullPage: true });
});
