import { setTimeout as pause } from 'node:timers/promises';
import { EsignClient } from '../../src/client/index.ts';
import { fetcher, median, rate } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { perSecond, report } from './report.ts';
import type { BenchService } from './service.ts';
import { onEachDatabase } from './service.ts';

const ROUNDS = 15;
const ROUND_MS = 2000;
/** As long as the log waits: each round then writes as much as it adds, and leaves nothing to the next one. */
const WRITE_MS = 1100;

/** What the log of API requests costs: reads of one document with and without it, on each kind of database. */
export async function benchRequests(): Promise<void> {
  await onEachDatabase((service, database) => compare(`Log of requests, ${database}`, service));
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
