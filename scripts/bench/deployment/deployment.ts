import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { driveSigning } from '../../../src/sandbox/control/drive-signing.ts';
import { pdfOfSize } from '../pdf-of-size.ts';
import { kilobytes, milliseconds, report } from '../report.ts';
import type { BenchServer } from './bench-server.ts';
import { startBenchServer } from './bench-server.ts';
import { processorTime } from './processor-time.ts';

const WARM_UP = 150;
const DOCUMENTS = 48;
const LANES = 8;
const PDF = pdfOfSize(200_000);
const NAMES = ['Asha Rao', 'Ravi Kumar'];
const CERTIFICATES = 10;
const ROUNDS = 5;
const READ_PAUSE_MS = 5;
/** Mails of the last documents have been sent. */
const SETTLED_MS = 10_000;

/** Takes a document with two signers from upload to certificate. Returns its id. */
export async function carryThrough({ client, readCode }: BenchServer): Promise<string> {
  const { documents } = client;
  const { documentId } = await documents.create(PDF, { name: 'Lease' });
  const signers = NAMES.map((name, at) => ({
    name,
    email: `signer${at}@example.in`,
    phone: `987654321${at}`,
  }));
  await documents.addSigners(documentId, signers);
  await documents.send(documentId);
  for (const [at, identity] of NAMES.entries()) {
    const { signUrl } = (await documents.retrieve(documentId)).signers[at] ?? {};
    await driveSigning({ signUrl: signUrl ?? '', identity, readCode });
  }
  await (await documents.certificate(documentId)).bytes();
  return documentId;
}

async function carryMany(server: BenchServer, count: number): Promise<string[]> {
  const done: string[] = [];
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      done.push(await carryThrough(server));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return done;
}

/** The processor time of each role so far. */
function timesOf({ servePid, postgresPid }: BenchServer) {
  const [serve, postgres] = [processorTime(servePid), processorTime(postgresPid)];
  return { web: serve.own, workers: serve.children, postgres: postgres.own + postgres.children };
}

async function benchDocuments(server: BenchServer): Promise<string[]> {
  await carryMany(server, WARM_UP);
  const [before, startedAt] = [timesOf(server), performance.now()];
  const done = await carryMany(server, DOCUMENTS);
  const minutes = (performance.now() - startedAt) / 60_000;
  const after = timesOf(server);
  const [web, workers, postgres] = (['web', 'workers', 'postgres'] as const).map(
    (role) => (after[role] - before[role]) / DOCUMENTS,
  ) as [number, number, number];
  const all = web + workers + postgres;
  const share = (ms: number) => `${Math.round((ms / all) * 100)} %`;
  report('Processor time of a document with two signers, from upload to certificate', [
    { what: 'process', value: milliseconds(web), ratio: share(web) },
    { what: 'PDF workers', value: milliseconds(workers), ratio: share(workers) },
    { what: 'PostgreSQL', value: milliseconds(postgres), ratio: share(postgres) },
    {
      what: 'all',
      value: milliseconds(all),
      ratio: `${Math.round(DOCUMENTS / minutes)} a minute`,
      goal: 'at most 300 to 490 ms',
    },
  ]);
  return done;
}

/** How long reads take, in milliseconds, until some work is done. */
async function readDuring(
  { client }: BenchServer,
  documentId: string,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const found: number[] = [];
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const startedAt = performance.now();
    await client.documents.retrieve(documentId);
    found.push(performance.now() - startedAt);
    await pause(READ_PAUSE_MS);
  }
  await working;
  return found.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): string =>
  milliseconds(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);

async function benchReads(server: BenchServer, ids: readonly string[]): Promise<void> {
  const [first = ''] = ids;
  const { documents } = server.client;
  const certificates = async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const some = ids.slice(0, CERTIFICATES);
      await Promise.all(some.map(async (id) => (await documents.certificate(id)).bytes()));
    }
  };
  const alone = await readDuring(server, first, () => pause(2000));
  const beside = await readDuring(server, first, certificates);
  report('Reading a document', [
    {
      what: 'alone',
      value: `${alone.length} reads`,
      ratio: `p50 ${at(alone, 0.5)}, p99 ${at(alone, 0.99)}`,
    },
    {
      what: `beside ${CERTIFICATES} certificates`,
      value: `${beside.length} reads`,
      ratio: `p50 ${at(beside, 0.5)}, p99 ${at(beside, 0.99)}`,
      goal: 'p99 below 100 ms',
    },
  ]);
}

async function databaseBytes({ databaseUrl }: BenchServer): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
  await client.end();
  return Number(rows[0]?.bytes);
}

async function bytesIn(folder: string): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile());
  const sizes = files.map(
    async ({ parentPath, name }) => (await stat(join(parentPath, name))).size,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function benchSpace(server: BenchServer, emptyDatabase: number): Promise<void> {
  await pause(SETTLED_MS);
  const database = (await databaseBytes(server)) - emptyDatabase;
  const [written, kept] = [await bytesIn(server.files), await server.keptBytes()];
  const documents = WARM_UP + DOCUMENTS;
  const ofEach = (bytes: number) => kilobytes(bytes / documents);
  report(`Disk space of a document of 200 kB with two signers, of ${documents}`, [
    { what: 'files that stay', value: ofEach(kept) },
    { what: 'files that are swept', value: ofEach(written - kept) },
    { what: 'database', value: ofEach(database) },
  ]);
}

/** What a document costs a deployment, by role and on its disks, and how long a read waits beside certificates. Needs Linux and PostgreSQL. */
export async function benchDeployment(): Promise<void> {
  const server = await startBenchServer();
  try {
    const emptyDatabase = await databaseBytes(server);
    const done = await benchDocuments(server);
    await benchSpace(server, emptyDatabase);
    await benchReads(server, done);
  } finally {
    await server.close();
  }
}
