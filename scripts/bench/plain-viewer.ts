import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readRange } from '../../src/service/web/kit/file-headers.ts';
import { ASSETS } from '../build/paths.ts';

const ENGINE = `${ASSETS}/pages/files/pdfjs`;
const PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><canvas></canvas>
<script type="module">
import * as lib from './pdf.min.mjs';
lib.GlobalWorkerOptions.workerSrc = './pdf.worker.min.mjs';
const file = await lib.getDocument({ url: './document.pdf' }).promise;
const page = await file.getPage(1);
const plain = page.getViewport({ scale: 1 });
const viewport = page.getViewport({ scale: (innerWidth * devicePixelRatio) / plain.width });
const canvas = document.querySelector('canvas');
canvas.width = viewport.width;
canvas.height = viewport.height;
await page.render({ canvas, viewport }).promise;
</script>`;

/** Serves pdf.js as its own examples use it, with a PDF by ranges. */
export async function openPlainViewer(pdf: Buffer): Promise<{ url: string; close(): void }> {
  const server = createServer((request, reply) => void answer(request, reply, pdf));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // The type of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

async function answer(request: IncomingMessage, reply: ServerResponse, pdf: Buffer): Promise<void> {
  const name = (request.url ?? '').slice(1);
  reply.setHeader('Cache-Control', 'no-store');
  if (name === '') reply.setHeader('Content-Type', 'text/html').end(PAGE);
  else if (name === 'document.pdf') sendPdf(request, reply, pdf);
  else if (name.endsWith('.mjs')) {
    reply.setHeader('Content-Type', 'text/javascript').setHeader('Content-Encoding', 'br');
    reply.end(await readFile(`${ENGINE}/${name}.br`));
  } else reply.writeHead(404).end();
}

function sendPdf(request: IncomingMessage, reply: ServerResponse, pdf: Buffer): void {
  const range = readRange(request.headers.range, pdf.length);
  const part = typeof range === 'object' ? pdf.subarray(range.start, range.end + 1) : pdf;
  reply.setHeader('Content-Type', 'application/pdf').setHeader('Accept-Ranges', 'bytes');
  reply.setHeader('Content-Length', part.length);
  if (typeof range === 'object') {
    reply.statusCode = 206;
    reply.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${pdf.length}`);
  }
  reply.end(part);
}
