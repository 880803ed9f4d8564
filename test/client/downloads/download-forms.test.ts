import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { dispositionFilename } from '../../../src/client/downloads/download.ts';
import type { Download } from '../../../src/client/index.ts';
import {
  ApiError,
  ConnectionError,
  EsignError,
  ResponseShapeError,
} from '../../../src/client/index.ts';
import { aClient, aDocument, failureOf, SMALL_PDF } from '../../support/client/a-client.ts';
import type { Step } from '../../support/network/scripted-tcp.ts';
import { reply, startScript, writeAndClose } from '../../support/network/scripted-tcp.ts';

const ID = aDocument().documentId;
const PDF = reply(200, SMALL_PDF, 'Content-Type: application/pdf');
const CUT = writeAndClose(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${SMALL_PDF}`);

async function aDownload(steps: readonly Step[], signal?: AbortSignal): Promise<Download> {
  const { baseUrl } = await startScript(...steps);
  return aClient(baseUrl, { maxRetries: steps.length - 1 }).client.documents.certificate(ID, {
    signal,
  });
}

const FORMS: ReadonlyArray<readonly [string, (download: Download) => Promise<string>]> = [
  ['bytes', async (download) => (await download.bytes()).toString()],
  ['an ArrayBuffer', async (download) => Buffer.from(await download.arrayBuffer()).toString()],
  ['a Blob', async (download) => (await download.blob()).text()],
  ['a web stream', async (download) => new Response(download.webStream()).text()],
];

test.each(FORMS)('a PDF can be read as %s, once', async (_, read) => {
  const download = await aDownload([PDF]);
  expect(await read(download)).toBe(SMALL_PDF);
  expect((await failureOf(read(download), EsignError)).message).toMatch(/request it again/);
});

test('an ArrayBuffer and a Blob are exactly as large as the PDF, and the Blob says what it is', async () => {
  const { byteLength } = await (await aDownload([PDF])).arrayBuffer();
  const { size, type } = await (await aDownload([PDF])).blob();
  expect([byteLength, size, type]).toEqual([SMALL_PDF.length, SMALL_PDF.length, 'application/pdf']);
});

test.each(FORMS.slice(0, 3))(
  'a PDF that is cut is read again from the start for %s',
  async (_, read) => {
    expect(await read(await aDownload([CUT, PDF]))).toBe(SMALL_PDF);
  },
);

test('a web stream that is cut ends in an error', async () => {
  await failureOf(new Response((await aDownload([CUT])).webStream()).text(), ConnectionError);
  const html = (await aDownload([reply(200, '<html>')])).webStream();
  await failureOf(new Response(html).text(), ResponseShapeError);
});

test('a web stream that is cancelled lets go of the connection', async () => {
  const { signal } = new AbortController();
  const stalls: Step = (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n%PDF-1.7');
  const reader = (await aDownload([stalls], signal)).webStream().getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('%PDF-1.7');
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await reader.cancel();
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('no hook and no error shows the authority of a download link', async () => {
  const { baseUrl } = await startScript(
    reply(302, '', `Location: /other-secret?signature=secret`),
    reply(200, SMALL_PDF),
    reply(403, ''),
  );
  const seen: unknown[] = [];
  const see = (event: unknown) => void seen.push(event);
  const hooks = { onRequest: see, onResponse: see, onRetry: see };
  const { client } = aClient(baseUrl, { hooks });
  const link = `${baseUrl}/download/secret-token?expires=secret`;
  expect(String(await (await client.documents.download(link)).bytes())).toBe(SMALL_PDF);
  const error = await failureOf(client.documents.download(link), ApiError);
  expect(JSON.stringify([seen, error])).not.toContain('secret');
  expect(error.path).toBe('/…');
  expect(seen).toContainEqual(expect.objectContaining({ url: `${baseUrl}/…` }));
});

test.each([
  ['attachment; filename=" .-. --x.PDF"', 'x.pdf'],
  ['attachment; filename="-.pdf"', undefined],
  ['attachment; filename="run.sh"', 'run.sh.pdf'],
  ['attachment; filename="\u200b-x.pdf"', 'x.pdf'],
  ['attachment; filename="a/"', undefined],
  [undefined, undefined],
])('the disposition %j names the file %j', (header, name) => {
  expect(dispositionFilename(header)).toBe(name);
});
