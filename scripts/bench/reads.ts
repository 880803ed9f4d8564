import fastify from 'fastify';
import { EsignClient } from '../../src/client/index.ts';
import { fetcher, inTurn, median, rate } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { perSecond, report, times } from './report.ts';
import type { BenchService } from './service.ts';
import { openBenchService } from './service.ts';

const DOCUMENTS = 60;
const KB = 1024;

/** GET and list against a bare route that answers the same, the bare query on the same store, and both together. */
export async function benchReads(): Promise<void> {
  const service = await openBenchService();
  const { accountId } = service;
  const ids: string[] = [];
  for (let index = 0; index < DOCUMENTS; index += 1) ids.push(await create(service));
  await compare(service, 'GET one', {
    paths: ids.map((id) => `/api/v1/documents/${id}`),
    query: bareQuery(service, { name: 'bare_one', text: ONE, values: ids.map((id) => [id]) }),
  });
  const offsets = Array.from({ length: DOCUMENTS - 20 }, (_, index) => index);
  await compare(service, 'list 20', {
    paths: offsets.map((offset) => `/api/v1/documents?limit=20&offset=${offset}`),
    query: bareQuery(service, {
      name: 'bare_list',
      text: LIST,
      values: offsets.map((offset) => [accountId, 20, offset]),
    }),
  });
  await service.close();
}

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

/** The statement of one request on its own, already planned. */
function bareQuery(
  { pool }: BenchService,
  { name, text, values }: { name: string; text: string; values: readonly unknown[][] },
): () => Promise<unknown> {
  const next = inTurn(values);
  return () => pool.query({ name, text, values: next() });
}

interface Read {
  readonly paths: readonly string[];
  readonly query: () => Promise<unknown>;
}

const ROUNDS = 5;
const ROUND_MS = 800;

async function compare({ url, apiKey }: BenchService, title: string, { paths, query }: Read) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await (await fetch(`${url}${paths[0]}`, { headers })).text();
  const bare = await openBare(JSON.parse(answer));
  const [route, asked, ours] = await ratesInTurn([
    fetcher([`${bare.url}/answer`]),
    query,
    fetcher(
      paths.map((path) => `${url}${path}`),
      headers,
    ),
  ]);
  await bare.close();
  const sum = 1 / (1 / route + 1 / asked);
  report(title, [
    { what: 'bare Fastify route', value: perSecond(route) },
    { what: 'bare query', value: perSecond(asked) },
    { what: 'the two, added up', value: perSecond(sum) },
    { what: 'service', value: perSecond(ours), ratio: times(ours / sum, 'sum'), goal: '0.50' },
  ]);
}

/** A server with the same response and no database. */
async function openBare(same: unknown) {
  const app = fastify();
  app.get('/answer', async () => same);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}

/** The rate of each kind of work: the median of rounds in turn, so that a slow moment of the machine meets all alike. */
async function ratesInTurn<const Works extends ReadonlyArray<() => Promise<unknown>>>(
  works: Works,
): Promise<{ [K in keyof Works]: number }>;
async function ratesInTurn(works: ReadonlyArray<() => Promise<unknown>>): Promise<number[]> {
  const found = works.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) {
      found[index]?.push(await rate(work, { ms: ROUND_MS, warmUpMs: round === 0 ? 500 : 50 }));
    }
  }
  return found.map(median);
}
