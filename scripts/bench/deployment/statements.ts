import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { report } from '../report.ts';
import type { BenchServer } from './bench-server.ts';
import { startBenchServer } from './bench-server.ts';
import { carryThrough } from './deployment.ts';

const WARM_UP = 3;
const DOCUMENTS = 20;
/** Mails of the last document have been sent, and its requests logged. */
const SETTLED_MS = 3000;
const MOST_SHOWN = 40;
const SHOWN_CHARACTERS = 100;

interface Counted {
  readonly query: string;
  readonly calls: number;
}

async function countDuring(
  server: BenchServer,
  work: () => Promise<unknown>,
): Promise<{ readonly all: Counted[]; readonly seconds: number }> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const startedAt = performance.now();
  await client.query('SELECT pg_stat_statements_reset()');
  await work();
  const { rows } = await client.query<Counted>(
    `SELECT query, calls::int FROM pg_stat_statements WHERE toplevel
      AND query NOT LIKE '%pg_stat_statements%' ORDER BY calls DESC`,
  );
  await client.end();
  return { all: rows, seconds: (performance.now() - startedAt) / 1000 };
}

const sumOf = (all: readonly Counted[]) => all.reduce((sum, { calls }) => sum + calls, 0);
const perDocument = (calls: number) => (calls / DOCUMENTS).toFixed(1);

async function carryOneByOne(server: BenchServer, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await carryThrough(server);
  await pause(SETTLED_MS);
}

async function reportStatements(server: BenchServer, title: string): Promise<void> {
  await carryOneByOne(server, WARM_UP);
  const { all, seconds } = await countDuring(server, () => carryOneByOne(server, DOCUMENTS));
  report(title, [
    { what: 'all', value: perDocument(sumOf(all)), goal: 'at most 160' },
    { what: 'seconds', value: seconds.toFixed(1) },
    ...all.slice(0, MOST_SHOWN).map(({ query, calls }) => ({
      what: query.replaceAll(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS),
      value: perDocument(calls),
    })),
  ]);
}

/** Statements of a document with two signers, one after the other on two processes. */
export async function benchStatements(): Promise<void> {
  const server = await startBenchServer(2);
  try {
    await reportStatements(server, 'Statements of a document with two signers, two processes');
    await server.addEndpoint();
    await reportStatements(server, 'The same, with an endpoint');
  } finally {
    await server.close();
  }
}
