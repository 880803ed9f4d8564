import fastify from 'fastify';
import { EsignClient } from '../../src/client/index.ts';
import { fetcher, rate } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { perSecond, report, times } from './report.ts';
import type { BenchService } from './service.ts';
import { openBenchService } from './service.ts';

const DOCUMENTS = 60;
const KB = 1024;

/** GET and list against a bare route that answers the same bytes, and against the bare query on the same store. */
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

async function compare({ url, apiKey }: BenchService, title: string, { path, query }: Read) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await (await fetch(`${url}${path}`, { headers })).text();
  const bare = fastify();
  const same = JSON.parse(answer);
  bare.get('/', async () => same);
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
  const route = await rate(fetcher(bareUrl));
  const asked = await rate(query);
  const both = 1 / (1 / route + 1 / asked);
  const ours = await rate(fetcher(`${url}${path}`, headers));
  await bare.close();
  report(title, [
    { what: 'bare Fastify route', value: perSecond(route) },
    { what: 'bare query', value: perSecond(asked) },
    { what: 'the two combined', value: perSecond(both) },
    {
      what: 'service',
      value: perSecond(ours),
      ratio: times(ours / both, 'combined'),
      goal: '0.70',
    },
  ]);
}
