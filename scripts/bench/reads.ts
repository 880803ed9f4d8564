import fastify from 'fastify';
import { EsignClient } from '../../src/client/index.ts';
import { hashApiKey } from '../../src/service/core/accounts/authenticate.ts';
import { fetcher, inTurn, median } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { perSecond, report, times } from './report.ts';
import type { BenchService } from './service.ts';
import { onEachDatabase } from './service.ts';

const DOCUMENTS = 60;
const KB = 1024;

/** GET and list against a bare route that answers the same, after the same two bare queries. */
export async function benchReads(): Promise<void> {
  await onEachDatabase(compareReads);
}

async function compareReads(service: BenchService, database: string): Promise<void> {
  const { accountId } = service;
  const ids: string[] = [];
  for (let index = 0; index < DOCUMENTS; index += 1) ids.push(await create(service));
  await compare(service, `GET one, ${database}`, {
    paths: ids.map((id) => `/api/v1/documents/${id}`),
    query: bareQueries(service, { name: 'bare_one', text: ONE, values: ids.map((id) => [id]) }),
  });
  const offsets = Array.from({ length: DOCUMENTS - 20 }, (_, index) => index);
  await compare(service, `list 20, ${database}`, {
    paths: offsets.map((offset) => `/api/v1/documents?limit=20&offset=${offset}`),
    query: bareQueries(service, {
      name: 'bare_list',
      text: LIST,
      values: offsets.map((offset) => [accountId, 20, offset]),
    }),
  });
}

const KEY = `select accounts.*, hash, key_id, prefix, expires_at from api_keys
  join accounts using (account_id) where hash = $1 and revoked_at is null`;

const ONE = `select * from documents left join signers using (document_id)
  where document_id = $1 order by signing_order`;

const LIST = `select page.*, progress.* from
  (select document_id, name, status, created_at from documents where account_id = $1
    order by created_at desc, seq desc limit $2 offset $3) page
  cross join lateral (select count(*) total, count(signed_at) signed from signers
    where document_id = page.document_id) progress`;

async function create({ url, apiKey }: BenchService): Promise<string> {
  const client = new EsignClient({ baseUrl: url, apiKey });
  const file = { data: pdfOfSize(4 * KB), name: 'bench.pdf' };
  const { documentId } = await client.documents.create(file);
  const signer = { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' };
  await client.documents.addSigners(documentId, [signer, signer]);
  return documentId;
}

/** The two statements of one request on their own, already planned: of its key, and its own. */
function bareQueries(
  { pool, apiKey }: BenchService,
  { name, text, values }: { name: string; text: string; values: readonly unknown[][] },
): () => Promise<unknown> {
  const next = inTurn(values);
  const key = { name: 'bare_key', text: KEY, values: [hashApiKey(apiKey)] };
  return async () => {
    await pool.query(key);
    await pool.query({ name, text, values: next() });
  };
}

interface Read {
  readonly paths: readonly string[];
  readonly query: () => Promise<unknown>;
}

const ROUNDS = 5;
/** Enough for the engine to compile what it runs, on a busy machine too. */
const WARM_UP = 6000;
const ROUND = 1500;
const LANES = 16;
/** In a second. */
const MICROSECONDS = 1_000_000;

async function compare({ url, apiKey }: BenchService, title: string, { paths, query }: Read) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await (await fetch(`${url}${paths[0]}`, { headers })).text();
  const bare = await openBare(JSON.parse(answer), query);
  const [route, asked, both, ours] = await ratesInTurn([
    fetcher([`${bare.url}/answer`]),
    query,
    fetcher([`${bare.url}/asked`]),
    fetcher(
      paths.map((path) => `${url}${path}`),
      headers,
    ),
  ]);
  await bare.close();
  const sum = 1 / (1 / route + 1 / asked);
  report(title, [
    { what: 'bare Fastify route', value: perSecond(route) },
    { what: 'two bare queries', value: perSecond(asked) },
    { what: 'both times added', value: perSecond(sum) },
    {
      what: 'bare route that makes both',
      value: perSecond(both),
      ratio: times(both / sum, 'added'),
    },
    { what: 'service', value: perSecond(ours), ratio: times(ours / sum, 'added'), goal: '0.70' },
    { what: 'service', value: perSecond(ours), ratio: times(ours / both, 'route') },
  ]);
}

/** Others may use the machine: what they take does not count. */
async function perProcessorSecond(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await repeat(work, ROUND);
  const { user, system } = process.cpuUsage(before);
  return (ROUND * MICROSECONDS) / (user + system);
}

async function repeat(work: () => Promise<unknown>, count: number): Promise<void> {
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** A server with the same response: without a database, and after the queries. */
async function openBare(same: unknown, query: () => Promise<unknown>) {
  const app = fastify();
  app.get('/answer', async () => same);
  app.get('/asked', async () => {
    await query();
    return same;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}

/** How often each kind of work is done in a second of processor time: the median of rounds in turn. */
async function ratesInTurn<const Works extends ReadonlyArray<() => Promise<unknown>>>(
  works: Works,
): Promise<{ [K in keyof Works]: number }>;
async function ratesInTurn(works: ReadonlyArray<() => Promise<unknown>>): Promise<number[]> {
  const found = works.map((): number[] => []);
  for (const work of works) await repeat(work, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) {
      found[index]?.push(await perProcessorSecond(work));
    }
  }
  return found.map(median);
}
