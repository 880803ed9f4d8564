import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { EsignClient } from '../../src/client/index.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { kilobytes, report } from './report.ts';
import { openBenchService } from './service.ts';
import { weighPage } from './weigh-page.ts';

const PDF_BYTES = 100 * 1024;
const ENGINE = ['pdf.min.mjs', 'pdf.worker.min.mjs'].map((name) => `/assets/pdfjs/${name}`);

/** Transfer size of a signer's page, gzipped, and of the files that then draw the document. */
export async function benchPageWeight(): Promise<void> {
  const service = await openBenchService();
  const fetchBytes = (path: string) => bytesOf(new URL(path, service.url));
  const engine = await Promise.all(ENGINE.map(fetchBytes));
  report('signing page', [
    {
      what: 'html, style and scripts',
      value: kilobytes(await weighPage(fetchBytes, await signPath(service))),
      goal: 'at most 60 kB before the document',
    },
    {
      what: 'pdf.js and its worker',
      value: kilobytes(engine.reduce((sum, { length }) => sum + length, 0)),
      ratio: 'kept by the browser for a year',
    },
  ]);
  await service.close();
}

/** The page of the first of six signers. */
async function signPath(service: Awaited<ReturnType<typeof openBenchService>>): Promise<string> {
  const file = join(service.folder, 'contract.pdf');
  await writeFile(file, pdfOfSize(PDF_BYTES));
  const { documents } = new EsignClient({ baseUrl: service.url, apiKey: service.apiKey });
  const { documentId } = await documents.create(file);
  const signers = Array.from({ length: 6 }, (_, index) => ({
    name: `Asha Rao ${index + 1}`,
    email: `asha${index + 1}@example.in`,
    phone: '9876543210',
  }));
  await documents.addSigners(documentId, signers);
  const sent = await documents.send(documentId);
  return new URL(sent.signers[0]?.signUrl ?? '').pathname;
}

function bytesOf(url: URL): Promise<Buffer> {
  return new Promise((done, fail) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => done(Buffer.concat(chunks)));
    }).once('error', fail);
  });
}
