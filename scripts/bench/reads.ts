import fastify from 'fastify';
import { EsignClient } from '../../src/client/index.ts';
import { fetcher, median, rate } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { perSecond, report, times } from './report.ts';
import type { BenchService } from './service.ts';
import { openBenchService } from './service.ts';

const DOCUMENTS = 60;
const KB = 1024;

/** GET and list against a bare route that answers the same, the bare query on the same store, and both together. */
export async function benchReads(): Promise<void> {
  const service = await openBenchService();
  const ids: string[] = [];
  for (let index = 0; index < DOCUMENTS; index += 1) ids.push(await create(service));
  const id = ids[0] ?? '';
  const page = { limit: 20, offset: 0 };
  await compare(service, 'GET one', {
    path: `/api/v1/documents/${id}`,
    query: () => service.store.findDocument(id),
  });
  await compare(service, 'list 20', {
    path: '/api/v1/documents',
    query: () => service.store.listDocuments(service.accountId, page),
  });
  await service.close();
}

async function create({ url, apiKey }: BenchService): Promise<string> {
  const client = new EsignClient({ baseUrl: url, apiKey });
  const file = { data: pdfOfSize(4 * KB), name: 'bench.pdf' };
  const { documentId } = await client.documents.create(file);
  const signer = { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' };
  await client.documents.addSigners(documentId, [signer, signer]);
  return documentId;
}

interface Read {
  readonly path: string;
  readonly query: () => Promise<unknown>;
}

const ROUNDS = 5;
const ROUND_MS = 800;

async function compare({ url, apiKey }: BenchService, title: string, { path, query }: Read) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await (await fetch(`${url}${path}`, { headers })).text();
  const bare = await openBare(JSON.parse(answer), query);
  const [route, asked, routed, ours] = await ratesInTurn([
    fetcher(`${bare.url}/answer`),
    query,
    fetcher(`${bare.url}/query`),
    fetcher(`${url}${path}`, headers),
  ]);
  await bare.close();
  const sum = 1 / (1 / route + 1 / asked);
  report(title, [
    { what: 'bare Fastify route', value: perSecond(route) },
    { what: 'bare query', value: perSecond(asked) },
    { what: 'the two, added up', value: perSecond(sum) },
    { what: 'the two, as one route', value: perSecond(routed), ratio: times(routed / sum, 'sum') },
    { what: 'service', value: perSecond(ours), ratio: ofBoth(ours, { routed, sum }), goal: '0.70' },
  ]);
}

const ofBoth = (ours: number, { routed, sum }: { routed: number; sum: number }): string =>
  `${times(ours / routed, 'one route')}, ${times(ours / sum, 'sum')}`;

/** A server that answers the same, without and with the query before: what no service could do with less. */
async function openBare(same: unknown, query: () => Promise<unknown>) {
  const app = fastify();
  app.get('/answer', async () => same);
  app.get('/query', async () => {
    await query();
    return same;
  });
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
