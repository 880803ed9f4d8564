import { getEventListeners } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  AbortedError,
  ApiError,
  ConnectionError,
  EsignError,
  InvalidArgumentError,
  ResponseShapeError,
  SaveFileError,
  TimeoutError,
} from '../../../src/client/index.ts';
import { aClient, aDocument, failureOf, SMALL_PDF } from '../../support/client/a-client.ts';
import { serveHttp } from '../../support/network/http-server.ts';
import type { Step } from '../../support/network/scripted-tcp.ts';
import { reply, startScript, writeAndClose } from '../../support/network/scripted-tcp.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const ID = aDocument().documentId;
const PDF = reply(
  200,
  SMALL_PDF,
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename="lease.pdf"',
);
const CUT = writeAndClose(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${SMALL_PDF}`);
const CUT_SILENTLY = writeAndClose(`HTTP/1.1 200 OK\r\n\r\n${SMALL_PDF.slice(0, 20)}`);

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-download-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

async function certificate(...steps: readonly Step[]) {
  const { baseUrl, requests } = await startScript(...steps);
  const { client } = aClient(baseUrl);
  return { requests, open: (options = {}) => client.documents.certificate(ID, options) };
}

test('a certificate comes as bytes, with the name the service gives it', async () => {
  const { open, requests } = await certificate(PDF);
  const download = await open();
  expect([download.filename, download.contentLength]).toEqual(['lease.pdf', SMALL_PDF.length]);
  expect((await download.bytes()).toString()).toBe(SMALL_PDF);
  expect(requests[0]).toMatch(/^GET \/api\/v1\/documents\/[\w-]+\/certificate /);
});

test('a certificate comes as a stream, and by iterating', async () => {
  const { open } = await certificate(PDF);
  const streamed: string[] = [];
  for await (const chunk of (await open()).stream()) streamed.push(String(chunk));
  expect(streamed.join('')).toBe(SMALL_PDF);
  const iterated: Uint8Array[] = [];
  for await (const chunk of await open()) iterated.push(chunk);
  expect(Buffer.concat(iterated).toString()).toBe(SMALL_PDF);
});

test('a PDF that is always cut ends in an error, not in a short file', async () => {
  const folder = await aFolder();
  const { open, requests } = await certificate(CUT_SILENTLY);
  const call = (await open()).toFile(join(folder, 'a.pdf'));
  expect((await failureOf(call, ResponseShapeError)).message).toMatch(/cut off after 20 bytes/);
  expect([await readdir(folder), requests.length]).toEqual([[], 3]);
});

test('a stream that is cut ends in an error', async () => {
  const { open } = await certificate(CUT);
  const read = async () => {
    for await (const _ of await open());
  };
  expect(await failureOf(read(), ConnectionError)).toMatchObject({ phase: 'answer', status: 200 });
});

test('a file is written whole, and an old one is kept', async () => {
  const path = join(await aFolder(), 'a.pdf');
  const { open } = await certificate(PDF);
  expect(await (await open()).toFile(path)).toMatchObject({ path, bytes: SMALL_PDF.length });
  await failureOf((await open()).toFile(path), SaveFileError);
  expect(await readFile(path, 'utf8')).toBe(SMALL_PDF);
});

const stalls: Step = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n%PDF-');

test.each([
  ['idle body', { bodyIdleMs: 80 }, 'body'],
  ['whole call', { totalMs: 500 }, 'total'],
] as const)(
  'the limit of the %s holds while a file is written, and leaves nothing',
  async (_, timeouts, which) => {
    const folder = await aFolder();
    const { open } = await certificate(stalls);
    const call = (await open({ timeouts, maxRetries: 0 })).toFile(join(folder, 'a.pdf'));
    expect(await failureOf(call, TimeoutError)).toMatchObject({ which });
    expect(await readdir(folder)).toEqual([]);
  },
);

test('an abort in the middle of a file leaves nothing, and keeps its reason', async () => {
  const folder = await aFolder();
  const { open, requests } = await certificate(stalls);
  const controller = new AbortController();
  const download = await open({ signal: controller.signal });
  setTimeout(() => controller.abort('enough'), 50);
  const error = await failureOf(download.toFile(join(folder, 'a.pdf')), AbortedError);
  expect([error.cause, await readdir(folder), requests.length]).toEqual(['enough', [], 1]);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
});

test.each(['read', 'cancelled', 'left early', 'refused'])(
  'a download that was %s leaves no listener',
  async (how) => {
    const { open } = await certificate(how === 'refused' ? reply(404, '') : PDF);
    const { signal } = new AbortController();
    const download = await open({ signal }).catch(() => undefined);
    if (how === 'read') await download?.bytes();
    if (how === 'cancelled') download?.cancel();
    if (how === 'left early') for await (const _ of download ?? []) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  },
);

test('the signed PDF is fetched by its link, without the key, through redirects', async () => {
  const files = await serveHttp(({ url }, response) => {
    if (url === '/signed?t=1') response.writeHead(307, { location: '/2' }).end();
    else if (url === '/2') response.writeHead(302, { location: '/3' }).end();
    else response.end(SMALL_PDF);
  });
  const { client } = aClient('http://127.0.0.1:9');
  const download = await client.documents.download(`${files.baseUrl}/signed?t=1`);
  expect((await download.bytes()).toString()).toBe(SMALL_PDF);
  expect(files.received.map(({ url }) => url)).toEqual(['/signed?t=1', '/2', '/3']);
  for (const { headers } of files.received) expect(headers.authorization).toBeUndefined();
});

test('redirects without end are given up after five', async () => {
  const files = await serveHttp((_, response) =>
    response.writeHead(302, { location: '/again' }).end(),
  );
  const call = aClient(files.baseUrl).client.documents.download(`${files.baseUrl}/`);
  expect((await failureOf(call, EsignError)).message).toContain('more than 5 redirects');
  expect(files.received).toHaveLength(6);
});

test('a link of another kind than http(s), and an empty id, are refused', async () => {
  const { documents } = aClient('http://127.0.0.1:9').client;
  await failureOf(documents.download(new URL('file:///etc/passwd')), InvalidArgumentError);
  await failureOf(documents.download(''), InvalidArgumentError);
  await failureOf(documents.certificate(' '), InvalidArgumentError);
});

test.each(['read', 'cancelled', 'iterated'])(
  'a download that was %s cannot be read again, and asks for nothing',
  async (how) => {
    const { open, requests } = await certificate(PDF);
    const download = await open();
    if (how === 'read') await download.bytes();
    if (how === 'cancelled') download.cancel();
    if (how === 'iterated') for await (const _ of download);
    expect((await failureOf(download.bytes(), EsignError)).message).toMatch(/request it again/);
    const stream = download.stream();
    expect((await failureOf(stream.toArray(), EsignError)).message).toMatch(/request it again/);
    expect(requests).toHaveLength(1);
  },
);

test('a download that cannot be restarted fails after the retries of one request', async () => {
  const { open, requests } = await certificate(CUT, reply(503, ''));
  await failureOf((await open()).bytes(), ApiError);
  expect(requests).toHaveLength(1 + 3);
});
