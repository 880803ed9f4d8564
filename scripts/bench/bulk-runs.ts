import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import type { BulkRow, Manifest } from '../../src/cli/bulk/manifest/manifest.ts';
import { runJournalled } from '../../src/cli/bulk/run/bulk-run.ts';
import { UndiciTransport } from '../../src/cli/transport/undici-transport.ts';
import { encodeUpload } from '../../src/client/documents/upload.ts';
import { EsignClient } from '../../src/client/index.ts';

const SHA256 = '0'.repeat(64);

/** The target of the documents, and their content. */
export interface Place {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly folder: string;
  /** Path of a PDF. */
  readonly file: string;
}

/** The rate of documents, and the resources of this process that they took. */
export interface Speed {
  readonly perSecond: number;
  /** Of a document. */
  readonly cpuMs: number;
  /** By how much the most memory ever held has grown. */
  readonly bytes: number;
}

const mostBytes = (): number => process.resourceUsage().maxRSS * 1024;

const SIGNER = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };

function manifestOf({ file, folder }: Place, count: number): Manifest {
  const rows = Array.from({ length: count }, (_, index): BulkRow => {
    const row = index + 1;
    const name = `Lease ${row}`;
    return { row, line: row + 1, file, name, signers: [SIGNER], columns: {} };
  });
  return { path: join(folder, 'manifest.csv'), sha256: SHA256, rows };
}

async function speedOf(count: number, work: () => Promise<unknown>): Promise<Speed> {
  const startedAt = performance.now();
  const [before, bytesBefore] = [process.cpuUsage(), mostBytes()];
  await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMs = (user + system) / 1000 / count;
  return { perSecond: count / seconds, cpuMs, bytes: mostBytes() - bytesBefore };
}

let runs = 0;

/** Sends rows at a concurrency, with a journal of their own. */
export function bulk(place: Place, concurrency: number, count: number): Promise<Speed> {
  const manifest = manifestOf(place, count);
  return speedOf(count, () => sendRows(place, manifest, concurrency));
}

async function sendRows(place: Place, manifest: Manifest, concurrency: number): Promise<void> {
  runs += 1;
  const { baseUrl, apiKey, folder } = place;
  const { stoppedBy } = await runJournalled({
    manifest,
    journal: join(folder, `${process.pid}-${runs}.journal.jsonl`),
    mode: 'send',
    concurrency,
    isFull: false,
    baseUrl,
    signal: new AbortController().signal,
    connect: async ({ connections, ...wishes }) =>
      new EsignClient({
        ...wishes,
        baseUrl,
        apiKey,
        transport: new UndiciTransport({ connections }),
      }),
    onPlan: async () => undefined,
    onBegin: async () => undefined,
    onEnd: () => undefined,
  });
  if (stoppedBy !== undefined) throw new Error(`the run stopped: ${stoppedBy}`);
}

/** The same requests at the same concurrency; responses are ignored. */
export async function bare(place: Place, lanes: number, count: number): Promise<Speed> {
  // As a client does that must know whether a request was sent: no connection is used twice
  const dispatcher = new Agent({ connections: lanes, pipelining: 0 });
  const headers = { authorization: `Bearer ${place.apiKey}` };
  const post = async (path: string, body: string | Buffer | null, type: string) => {
    const all = { ...headers, 'content-type': type };
    const url = `${place.baseUrl}/api/v1/documents${path}`;
    const answer = await request(url, { method: 'POST', headers: all, body, dispatcher });
    return (await answer.body.json()) as { documentId: string };
  };
  const left = Array.from({ length: count }, (_, index) => `Lease ${index + 1}`).values();
  const lane = async () => {
    for (const name of left) {
      const bytes = readFileSync(place.file);
      const form = await encodeUpload({ bytes, filename: 'lease.pdf', name });
      const { documentId } = await post('', form.body, form.contentType);
      const signers = JSON.stringify({ signers: [SIGNER] });
      await post(`/${documentId}/signers`, signers, 'application/json');
      await post(`/${documentId}/send`, null, 'application/json');
    }
  };
  const speed = await speedOf(count, () => Promise.all(Array.from({ length: lanes }, lane)));
  await dispatcher.close();
  return speed;
}
