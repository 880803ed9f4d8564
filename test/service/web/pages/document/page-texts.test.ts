import { expect, onTestFinished, test, vi } from 'vitest';
import { PdfWorkersBusy } from '../../../../../src/service/core/deps.ts';
import {
  ASHA,
  documentPath,
  openApi,
  RAVI,
  signBy,
} from '../../../../support/service/call-service.ts';

const { service, user } = await openApi({ credits: 1000 });

const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers });

/** The texts behind a link, by the address that it redirects to. */
async function readTexts(link: string, from = 1) {
  const { headers } = await get(`${link}/text?from=${from}`);
  return await get(String(headers.location));
}

async function sendPages(pages: number): Promise<string> {
  const documentId = await user.create(pages);
  await user.post(documentPath(documentId, '/signers'), { signers: [ASHA] });
  const sent = await user.post(documentPath(documentId, '/send'));
  return new URL(sent.json().signers[0].signUrl).pathname;
}

function watchReading() {
  const reading = vi.spyOn(service.deps.pdf, 'readLines');
  onTestFinished(() => reading.mockRestore());
  return reading;
}

test('the text of each page is sent with its places, once read for a revision', async () => {
  const reading = watchReading();
  const { links } = await user.send(ASHA, RAVI);
  const [asha = '', ravi = ''] = links;
  const answer = await readTexts(asha);
  expect(answer.headers['cache-control']).toBe('private, max-age=3600, immutable');
  const [page] = answer.json().pages;
  expect(page.hasGaps).toBe(false);
  expect(page.lines[0][0].slice(0, 2)).toEqual(['Service agreement, page 1', 72]);
  expect((await readTexts(ravi)).json()).toEqual(answer.json());
  const zipped = await get(`${asha}/text?from=1`, { 'accept-encoding': 'gzip' });
  expect(zipped.headers.location).toMatch(/\/text\?sha256=[0-9a-f]{64}&from=1$/);
  const gzip = await get(String(zipped.headers.location), { 'accept-encoding': 'br, gzip' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(reading).toHaveBeenCalledTimes(1);
  await signBy(service, asha);
  expect((await readTexts(ravi)).json()).toEqual(answer.json());
  expect(reading).toHaveBeenCalledTimes(2);
});

test('long documents are sent in parts of 50 pages', async () => {
  const link = await sendPages(60);
  const [first, second] = [await readTexts(link), await readTexts(link, 51)];
  expect([first.json().pages.length, second.json().pages.length]).toEqual([50, 10]);
  expect(second.json().pages[9].lines[0][0][0]).toBe('Service agreement, page 60');
  for (const from of ['0', '2', '101', '1.0', 'x', '-49'])
    expect((await get(`${link}/text?from=${from}`)).statusCode).toBe(404);
});

test('what cannot be read is told, and a busy machine is asked again', async () => {
  const { links } = await user.send(ASHA);
  const [link = ''] = links;
  const reading = watchReading();
  reading.mockRejectedValueOnce(new PdfWorkersBusy('busy', 7));
  const refused = await readTexts(link);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '7']);
  reading.mockResolvedValueOnce(undefined);
  expect((await readTexts(link)).json()).toEqual({ pages: [null] });
  expect(reading.mock.lastCall?.[1]?.owner).not.toBe(user.account.accountId);
});

test('reading the text counts as seeing the document', async () => {
  const { documentId, links } = await user.send(ASHA);
  const views = () => service.deps.store.readAudit(documentId, { type: 'document.viewed' });
  expect(await views()).toEqual([]);
  await readTexts(links[0] ?? '');
  await readTexts(links[0] ?? '');
  expect(await views()).toHaveLength(1);
});

test('an unknown link has no text', async () => {
  expect((await get('/sign/x/text')).statusCode).toBe(404);
});
