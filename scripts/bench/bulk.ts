import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { openJournal } from '../../src/cli/bulk/journal.ts';
import { runJournalled } from '../../src/cli/bulk/journalled-run.ts';
import type { BulkRow, Manifest } from '../../src/cli/bulk/manifest.ts';
import { UndiciTransport } from '../../src/cli/undici-transport.ts';
import { encodeUpload } from '../../src/client/encode-upload.ts';
import { EsignClient } from '../../src/client/index.ts';
import { timed } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { megabytes, milliseconds, perSecond, report, times } from './report.ts';

const PDF_BYTES = 20_000;
const ROWS = 400;
const MANY_ROWS = 10_000;
const AT_ONCE = [1, 8, 32];
const ENTRIES = 200;
const KEY = 'sk_test_bench';
const SHA256 = '0'.repeat(64);

interface Place {
  readonly baseUrl: string;
  readonly folder: string;
  readonly file: string;
  readonly pdf: Buffer;
}

/**
 * Bulk sending against a bare loop that makes the same requests; what the journal's waits for the disk cost; and what ten
 * thousand rows take in memory. The other side is a small HTTP server in a process of its own that answers as the API
 * does and keeps nothing: the service's own work would hide the client's.
 */
export async function benchBulk(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  const pdf = pdfOfSize(PDF_BYTES);
  const file = join(folder, 'lease.pdf');
  await writeFile(file, pdf);
  const server = fork(new URL('./bulk-server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  });
  const [baseUrl] = await once(server, 'message');
  const place: Place = { baseUrl: String(baseUrl), folder, file, pdf };
  for (const concurrency of AT_ONCE) await compare(place, concurrency);
  await benchJournal(folder);
  await benchMemory(place);
  server.kill();
  await rm(folder, { recursive: true });
}

const SIGNER = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };

function manifestOf({ file, folder }: Place, count: number): Manifest {
  const rows = Array.from({ length: count }, (_, index): BulkRow => {
    const row = index + 1;
    const name = `Lease ${row}`;
    return { row, line: row + 1, file, name, signers: [SIGNER], columns: {} };
  });
  return { path: join(folder, 'manifest.csv'), sha256: SHA256, rows };
}

let runs = 0;

/** Sends so many rows with a journal of their own; answers how many a second. */
async function bulk(place: Place, concurrency: number, count: number): Promise<number> {
  runs += 1;
  const { baseUrl, folder } = place;
  const manifest = manifestOf(place, count);
  const startedAt = performance.now();
  const { stoppedBy } = await runJournalled({
    manifest,
    journal: join(folder, `${runs}.journal.jsonl`),
    mode: 'send',
    concurrency,
    isFull: false,
    baseUrl,
    signal: new AbortController().signal,
    connect: async ({ connections, ...wishes }) =>
      new EsignClient({
        ...wishes,
        baseUrl,
        apiKey: KEY,
        transport: new UndiciTransport({ connections }),
      }),
    onPlan: async () => undefined,
    onBegin: async () => undefined,
    onEnd: () => undefined,
  });
  if (stoppedBy !== undefined) throw new Error(`the run stopped: ${stoppedBy}`);
  return count / ((performance.now() - startedAt) / 1000);
}

/** The same requests, one after another in each lane, without a look at what comes back. */
async function bare({ baseUrl, pdf }: Place, lanes: number, count: number): Promise<number> {
  // As a client does that must know whether a request was sent: no connection is used twice
  const dispatcher = new Agent({ connections: lanes, pipelining: 0 });
  const headers = { authorization: `Bearer ${KEY}` };
  const post = async (path: string, body: string | Buffer | null, type: string) => {
    const all = { ...headers, 'content-type': type };
    const answer = await request(`${baseUrl}/api/v1/documents${path}`, {
      method: 'POST',
      headers: all,
      body,
      dispatcher,
    });
    return (await answer.body.json()) as { documentId: string };
  };
  const left = Array.from({ length: count }, (_, index) => `Lease ${index + 1}`).values();
  const lane = async () => {
    for (const name of left) {
      const form = await encodeUpload({ bytes: Buffer.from(pdf), filename: 'lease.pdf', name });
      const { documentId } = await post('', form.body, form.contentType);
      const signers = JSON.stringify({ signers: [SIGNER] });
      await post(`/${documentId}/signers`, signers, 'application/json');
      await post(`/${documentId}/send`, null, 'application/json');
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: lanes }, lane));
  const rate = count / ((performance.now() - startedAt) / 1000);
  await dispatcher.close();
  return rate;
}

const TURNS = 5;

const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function compare(place: Place, concurrency: number): Promise<void> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const [bareRate, bulkRate] = [
      await bare(place, concurrency, ROWS),
      await bulk(place, concurrency, ROWS),
    ];
    if (turn === 0) continue;
    theirs.push(bareRate);
    ours.push(bulkRate);
  }
  const ratio = times(middle(ours) / middle(theirs), 'bare');
  report(`Bulk, ${concurrency} at once, documents`, [
    { what: 'bare undici loop', value: perSecond(middle(theirs)) },
    { what: 'bulk with journal', value: perSecond(middle(ours)), ratio, goal: '0.85' },
  ]);
}

/** Intents one after another, with and without the wait for the disk; and as rows that run together share it. */
async function benchJournal(folder: string): Promise<void> {
  const write = async (isSynced: boolean, together: number) => {
    runs += 1;
    const journal = await openJournal(join(folder, `${runs}.jsonl`), { bytes: 0, isSynced });
    const entry = { row: 1, key: SHA256, op: 'send', phase: 'intent', attempt: 1 } as const;
    const lane = async () => {
      for (let index = 0; index < ENTRIES / together; index += 1) {
        journal.add({ ...entry, ts: new Date().toISOString() });
        await journal.commit();
      }
    };
    const ms = await timed(3, () => Promise.all(Array.from({ length: together }, lane)));
    await journal.close();
    return ms / ENTRIES;
  };
  report('Journal, an entry', [
    { what: 'without waiting for the disk', value: milliseconds(await write(false, 1)) },
    { what: 'on disk, one after another', value: milliseconds(await write(true, 1)) },
    { what: 'on disk, 8 rows together', value: milliseconds(await write(true, 8)) },
    { what: 'on disk, 32 rows together', value: milliseconds(await write(true, 32)) },
  ]);
}

async function benchMemory(place: Place): Promise<void> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const rate = await bulk(place, 32, MANY_ROWS);
  clearInterval(watch);
  report(`Bulk, ${MANY_ROWS} rows`, [
    { what: 'documents', value: perSecond(rate) },
    { what: 'memory', value: `+${megabytes(most - before)}` },
  ]);
}
