import { setTimeout as pause } from 'node:timers/promises';
import { EsignClient } from '../../src/client/index.ts';
import { fetcher, median, rate } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { perSecond, report } from './report.ts';
import type { BenchService } from './service.ts';
import { onEachDatabase } from './service.ts';

const ROUNDS = 9;
const ROUND_MS = 2000;
/** As long as the log waits: each round then writes as much as it adds, and leaves nothing to the next one. */
const WRITE_MS = 1100;

/**
 * What the log of API requests costs: reads of one document with and without it, on each kind of
 * database. A second service without it tells how far chance goes.
 */
export async function benchRequests(): Promise<void> {
  await onEachDatabase((service, database) => compare(`Log of requests, ${database}`, service));
}

async function compare(title: string, service: BenchService): Promise<void> {
  const { apiKey, url, pool } = service;
  const { documents } = new EsignClient({ baseUrl: url, apiKey });
  const { documentId } = await documents.create({ data: pdfOfSize(4000), name: 'bench.pdf' });
  const headers = { authorization: `Bearer ${apiKey}` };
  const path = `/api/v1/documents/${documentId}`;
  const listening = async () => await service.listen({ hasRequestLog: false });
  const kinds = [url, await listening(), await listening()].map((base) =>
    fetcher([`${base}${path}`], headers),
  );
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rates: number[] = [];
    for (const [turn] of kinds.entries()) {
      const kind = (round + turn) % kinds.length;
      rates[kind] = await rateOf(kinds[kind] ?? fetcher([]));
    }
    rounds.push(rates);
  }
  const { rows } = await pool.query('SELECT count(*)::int AS count FROM requests');
  const lost = (kind: number) => {
    const shares = rounds.map((rates) => (rates[kind] ?? 0) / (rates[1] ?? 0));
    return `${((1 - median(shares)) * 100).toFixed(1)} %`;
  };
  report(title, [
    { what: 'calls without the log', value: perSecond(median(rounds.map(([, rate = 0]) => rate))) },
    { what: 'lost with it', value: lost(0), goal: 'below 5 %' },
    { what: 'lost without it, again', value: lost(2) },
    { what: 'requests in the log', value: String(rows[0]?.count) },
  ]);
}

async function rateOf(work: () => Promise<void>): Promise<number> {
  await pause(WRITE_MS);
  return await rate(work, { ms: ROUND_MS, warmUpMs: WRITE_MS });
}
