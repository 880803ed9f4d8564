import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PdfWorkersBusy } from '../../../../../src/service/core/deps.ts';
import {
  ASHA,
  documentPath,
  giveConsent,
  openApi,
  RAVI,
  signBy,
  stateIn,
} from '../../../../support/service/call-service.ts';

const { service, user } = await openApi({ credits: 1000 });

const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers });

/** The PDF behind a link, by the address that it redirects to. */
async function openDocument(link: string, headers: Record<string, string> = {}) {
  const { location = '' } = (await get(`${link}/document.pdf`)).headers;
  return await get(String(location), headers);
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a signer sees the revision that their signature is added to', async () => {
  const { documentId, links } = await user.send(ASHA, RAVI);
  const [asha = '', ravi = ''] = links;
  for (const link of [asha, ravi]) {
    const shown = (await openDocument(link)).rawPayload;
    await giveConsent(service, link);
    const attempt = await service.deps.store.findLiveAttempt(documentId);
    expect(hashOf(shown)).toBe(attempt?.baseSha256);
    const prepared = await service.deps.files.read(attempt?.preparedKey ?? '');
    expect(prepared.subarray(0, shown.length).equals(shown)).toBe(true);
    await signBy(service, link);
  }
  const last = await openDocument(asha);
  expect(hashOf(last.rawPayload)).toBe(
    (await service.deps.store.findDocument(documentId))?.head?.sha256,
  );
});

test('the document opens in the browser, which keeps it for an hour', async () => {
  const { links } = await user.send(ASHA);
  const { statusCode, headers, rawPayload } = await openDocument(links[0] ?? '');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="contract.pdf"',
    'cache-control': 'private, max-age=3600, immutable',
    'accept-ranges': 'bytes',
    etag: `"${hashOf(rawPayload)}"`,
    'referrer-policy': 'no-referrer',
  });
});

test('the trail tells which file was first requested through a link, and only once a signer', async () => {
  const { documentId, links } = await user.send(ASHA, RAVI);
  const [asha = '', ravi = ''] = links;
  const { location = '' } = (await get(`${asha}/document.pdf`)).headers;
  await service.app.inject({ method: 'HEAD', url: String(location) });
  const views = () => service.deps.store.readAudit(documentId, { type: 'document.viewed' });
  expect(await views()).toEqual([]);
  const { rawPayload } = await openDocument(asha);
  const ranges = ['bytes=0-9', 'bytes=10-19'].map((range) => openDocument(ravi, { range }));
  await Promise.all(ranges);
  await openDocument(asha);
  const [first, second, ...more] = await views();
  expect(more).toEqual([]);
  expect(first?.data.sha256).toBe(hashOf(rawPayload));
  expect(first?.actor).toBe(`signer:${first?.data.signerId}`);
  expect(second?.data.signerId).not.toBe(first?.data.signerId);
});

test('an address without the hash of the newest revision leads to the one with it, and is not kept', async () => {
  const { links } = await user.send(ASHA, RAVI);
  const [asha = '', ravi = ''] = links;
  const before = await get(`${ravi}/document.pdf`);
  expect(before.statusCode).toBe(302);
  expect(before.headers['cache-control']).toBe('no-store');
  const old = String(before.headers.location);
  expect(old).toBe(`${ravi}/document.pdf?sha256=${hashOf((await get(old)).rawPayload)}`);
  expect((await get(`${ravi}/pages`)).json().pdf).toBe(old);
  await signBy(service, asha);
  const now = await get(old);
  expect(now.statusCode).toBe(302);
  expect(now.headers['cache-control']).toBe('no-store');
  expect(now.headers.location).not.toBe(old);
  const twice = await get(`${now.headers.location}&sha256=x`);
  expect(twice.statusCode).toBe(302);
});

test('a range of the document is sent alone, and only of the revision that was begun', async () => {
  const { links } = await user.send(ASHA);
  const whole = await openDocument(links[0] ?? '');
  const { length } = whole.rawPayload;
  const part = await openDocument(links[0] ?? '', { range: 'bytes=10-19' });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 10-19/${length}`);
  expect(part.headers['content-length']).toBe('10');
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20));
  const ask = async (headers: Record<string, string>) => {
    const answer = await openDocument(links[0] ?? '', headers);
    return [answer.statusCode, answer.rawPayload.length];
  };
  const etag = String(whole.headers.etag);
  expect(await ask({ range: 'bytes=0-0', 'if-range': etag })).toEqual([206, 1]);
  expect(await ask({ range: 'bytes=0-0', 'if-range': '"another"' })).toEqual([200, length]);
  expect(await ask({ range: 'bytes=0-0,5-9' })).toEqual([200, length]);
  expect(await ask({ 'if-none-match': etag })).toEqual([304, 0]);
});

test('a range beyond the end of the document is refused with its size', async () => {
  const { links } = await user.send(ASHA);
  const { length } = (await openDocument(links[0] ?? '')).rawPayload;
  const answer = await openDocument(links[0] ?? '', { range: `bytes=${length}-` });
  expect(answer.statusCode).toBe(416);
  expect(answer.headers['content-range']).toBe(`bytes */${length}`);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a HEAD request ignores a range and tells the size', async () => {
  const { links } = await user.send(ASHA);
  const { headers, rawPayload } = await openDocument(links[0] ?? '');
  const { location = '' } = (await get(`${links[0]}/document.pdf`)).headers;
  const head = await service.app.inject({
    method: 'HEAD',
    url: String(location),
    headers: { range: 'bytes=0-9' },
  });
  expect(head.statusCode).toBe(200);
  expect(head.headers['content-length']).toBe(headers['content-length']);
  expect(rawPayload.length).toBe(Number(headers['content-length']));
});

test('the pages list the places of missing signatures, from the top left', async () => {
  const position = { page: 1, x: 72, y: 300, width: 200, height: 120 };
  const placed = { ...ASHA, advanced: { signaturePlacement: { positions: [position] } } };
  const { links } = await user.send(placed, RAVI);
  const [asha = '', ravi = ''] = links;
  const answer = await get(`${asha}/pages`);
  expect(answer.headers['cache-control']).toBe('no-store');
  const [mine, theirs] = answer.json().places;
  expect(answer.json().sheets).toEqual([[595, 842]]);
  expect(mine).toEqual({ ...position, y: 842 - 300 - 120, name: 'Asha Rao', isYou: true });
  expect(theirs).toMatchObject({ page: 1, name: 'Ravi Kumar', isYou: false });
  await signBy(service, asha);
  expect((await get(`${ravi}/pages`)).json().places).toEqual([{ ...theirs, isYou: true }]);
});

test('the download button always leads to a fresh link', async () => {
  const { links } = await user.send(ASHA);
  const [link = ''] = links;
  expect((await get(`${link}/download`)).headers.location).toBe(link);
  await signBy(service, link);
  service.advance(24 * 3600_000);
  const { statusCode, headers } = await get(`${link}/download`);
  expect(statusCode).toBe(303);
  const file = await get(new URL(headers.location ?? '').pathname);
  expect(file.statusCode).toBe(200);
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

test.each(['document.pdf', 'pages', 'download', 'text'])(
  '%s of an unknown link is a 404',
  async (name) => {
    const answer = await get(`/sign/x/${name}`);
    expect(answer.statusCode).toBe(404);
    expect(stateIn(answer)).toMatch(/^(unknown-link|not-found)$/);
  },
);

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
