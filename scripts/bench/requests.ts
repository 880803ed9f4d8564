import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { EsignClient } from '../../src/client/index.ts';
import { migrateDatabase } from '../../src/service/store/migrate-database.ts';
import { fetcher, median, rate } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { startPostgres } from './postgres-server.ts';
import { perSecond, report } from './report.ts';
import type { BenchDatabase, BenchService } from './service.ts';
import { openBenchService } from './service.ts';

const ROUNDS = 7;
const ROUND_MS = 4000;
/** As long as the log waits: each round then writes as much as it adds, and leaves nothing to the next one. */
const WRITE_MS = 1100;
const MIGRATIONS = new URL('../../src/service/store/migrations/', import.meta.url);

/** What the log of API requests costs: reads of one document with and without it, on each kind of database. */
export async function benchRequests(): Promise<void> {
  await compare('Log of requests, embedded database', await openBenchService());
  const server = await startPostgres();
  if (!server) return;
  const service = await openBenchService(() => openDatabase(server.url));
  await compare('Log of requests, PostgreSQL', service);
  await server.stop();
}

/** A database of its own, dropped when it is closed. */
async function openDatabase(server: string): Promise<BenchDatabase> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const name = `esign_bench_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = name;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await migrateDatabase(client, MIGRATIONS);
  await client.end();
  const pool = new pg.Pool({ connectionString: url.href, max: 10 });
  const close = async () => {
    await pool.end();
    await admin.query(`DROP DATABASE ${name}`);
    await admin.end();
  };
  return { pool, close };
}

async function compare(title: string, service: BenchService): Promise<void> {
  const { apiKey, url, pool } = service;
  const { documents } = new EsignClient({ baseUrl: url, apiKey });
  const { documentId } = await documents.create({ data: pdfOfSize(4000), name: 'bench.pdf' });
  const headers = { authorization: `Bearer ${apiKey}` };
  const path = `/api/v1/documents/${documentId}`;
  const without = fetcher([`${await service.listen({ hasRequestLog: false })}${path}`], headers);
  const withLog = fetcher([`${url}${path}`], headers);
  const shares: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const isFirst = round % 2 === 0;
    const one = await rateOf(isFirst ? without : withLog);
    const other = await rateOf(isFirst ? withLog : without);
    const [bare = one, logged = other] = isFirst ? [one, other] : [other, one];
    rates.push(bare);
    shares.push(logged / bare);
  }
  const { rows } = await pool.query('SELECT count(*)::int AS count FROM requests');
  await service.close();
  const lost = (1 - median(shares)) * 100;
  report(title, [
    { what: 'calls without the log', value: perSecond(median(rates)) },
    { what: 'lost with it', value: `${lost.toFixed(1)} %`, goal: 'below 5 %' },
    { what: 'requests in the log', value: String(rows[0]?.count) },
  ]);
}

async function rateOf(work: () => Promise<void>): Promise<number> {
  await pause(WRITE_MS);
  return await rate(work, { ms: ROUND_MS, warmUpMs: WRITE_MS });
}
