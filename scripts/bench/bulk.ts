import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { openJournal } from '../../src/cli/bulk/journal/journal.ts';
import { ESM } from '../build/bundle.ts';
import { ROOT } from '../build/paths.ts';
import type { Turn } from './bulk-client.ts';
import type { Place, Speed } from './bulk-runs.ts';
import { median, timed } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { megabytes, milliseconds, perSecond, report, times } from './report.ts';

const PDF_BYTES = 20_000;
const MANY_ROWS = 10_000;
const AT_ONCE = [1, 8, 32];
const ENTRIES = 200;
const TURNS = 3;

/** A process that the bench talks to. */
interface Partner {
  /** Its first message, or its response. */
  hear(): Promise<unknown>;
  tell(message: Turn): void;
  end(): Promise<void>;
}

/** The server, and the number of rows in a turn. */
interface FarSide {
  readonly name: string;
  readonly script: URL;
  readonly rows: number;
  readonly goal?: string;
}

const SERVICE = {
  name: 'to the service',
  script: new URL('./bulk-service.ts', import.meta.url),
  rows: 120,
  goal: '0.85',
};
const STUB = { name: 'to a stub', script: new URL('./bulk-server.ts', import.meta.url), rows: 400 };

/**
 * Compares bulk sending with a bare loop of the same requests, both bundled like a release: against the whole service on
 * its embedded database, and against a stub that responds at once, which leaves only the client's own work and its disk
 * syncs. Then measures those syncs, and the memory of ten thousand rows.
 */
export async function benchBulk(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  const file = join(folder, 'lease.pdf');
  await writeFile(file, pdfOfSize(PDF_BYTES));
  const client = await bundledClient();
  const parcel = { folder, file, client };
  await compareAll(SERVICE, parcel);
  await compareAll(STUB, parcel);
  await benchJournal(folder);
  await benchMemory(parcel);
  for (const path of [folder, client]) await rm(path, { recursive: true });
}

async function bundledClient(): Promise<string> {
  const outfile = `${ROOT}node_modules/.cache/esign/bulk-client-${process.pid}.mjs`;
  const entry = fileURLToPath(new URL('./bulk-client.ts', import.meta.url));
  await build({ ...ESM, entryPoints: [entry], outfile });
  return outfile;
}

function partner(script: string | URL, execArgv: readonly string[]): Partner {
  const child = fork(script, { execArgv: [...execArgv] });
  const ended = once(child, 'exit');
  const gone = ended.then(() => Promise.reject(new Error(`${script} has ended`)));
  gone.catch(() => undefined);
  return {
    hear: async () => (await Promise.race([once(child, 'message'), gone]))[0],
    tell: (message) => void child.send(message),
    end: async () => {
      child.disconnect();
      await ended;
    },
  };
}

interface Parcel extends Pick<Place, 'folder' | 'file'> {
  /** Path of the program that sends. */
  readonly client: string;
}

type Measure = (turn: Omit<Turn, 'place'>) => Promise<Speed>;

/** Starts both sides for some work. */
async function between(
  { script }: FarSide,
  { client, ...parcel }: Parcel,
  work: (measure: Measure) => Promise<void>,
): Promise<void> {
  const far = partner(script, ['--import', 'tsx']);
  const address = (await far.hear()) as Pick<Place, 'baseUrl' | 'apiKey'>;
  const near = partner(client, []);
  await work(async (turn) => {
    near.tell({ ...turn, place: { ...parcel, ...address } });
    return (await near.hear()) as Speed;
  });
  await near.end();
  await far.end();
}

async function compareAll(side: FarSide, parcel: Parcel): Promise<void> {
  await between(side, parcel, async (measure) => {
    for (const concurrency of AT_ONCE) await compare(side, concurrency, measure);
  });
}

async function compare(side: FarSide, concurrency: number, measure: Measure): Promise<void> {
  const { name, rows, goal = '' } = side;
  const found: Record<Turn['kind'], Speed[]> = { bare: [], bulk: [] };
  for (let turn = 0; turn <= TURNS; turn += 1) {
    for (const kind of ['bare', 'bulk'] as const) {
      const speed = await measure({ kind, concurrency, rows });
      if (turn > 0) found[kind].push(speed);
    }
  }
  const middle = (kind: Turn['kind'], what: 'perSecond' | 'cpuMs') =>
    median(found[kind].map((speed) => speed[what]));
  const ratio = times(middle('bulk', 'perSecond') / middle('bare', 'perSecond'), 'bare');
  report(`Bulk ${name}, ${concurrency} at once`, [
    { what: 'bare undici loop, documents', value: perSecond(middle('bare', 'perSecond')) },
    {
      what: 'bulk with journal, documents',
      value: perSecond(middle('bulk', 'perSecond')),
      ratio,
      goal,
    },
    { what: 'bare undici loop, CPU a document', value: milliseconds(middle('bare', 'cpuMs')) },
    { what: 'bulk with journal, CPU a document', value: milliseconds(middle('bulk', 'cpuMs')) },
  ]);
}

/** Intents one after another, with and without the wait for the disk; and as rows that run together share it. */
async function benchJournal(folder: string): Promise<void> {
  const write = async (isSynced: boolean, together: number) => {
    const journal = await openJournal(join(folder, `${isSynced}-${together}.jsonl`), {
      bytes: 0,
      isSynced,
    });
    const entry = { row: 1, key: '0'.repeat(64), op: 'send', phase: 'intent', attempt: 1 } as const;
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

async function benchMemory(parcel: Parcel): Promise<void> {
  await between(STUB, parcel, async (measure) => {
    const rate = await measure({ kind: 'bulk', concurrency: 32, rows: MANY_ROWS });
    report(`Bulk, ${MANY_ROWS} rows`, [
      { what: 'documents', value: perSecond(rate.perSecond) },
      { what: 'memory', value: `+${megabytes(rate.bytes)}` },
    ]);
  });
}
