import { expect, onTestFinished, test } from 'vitest';
import type { Fetch } from '../../src/client/index.ts';
import {
  ConnectionError,
  EsignClient,
  InvalidArgumentError,
  NodeTransport,
  OutcomeUnknownError,
} from '../../src/client/index.ts';
import { aClient, aDocument, failureOf, TEST_KEY } from '../support/client/a-client.ts';
import { aService } from '../support/client/a-service.ts';
import { refusedUrl } from '../support/client/transport-world.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { openService } from '../support/service/open-service.ts';

const ID = aDocument().documentId;
const ASHA = { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' };

/** A fetch that counts its calls by method, and loses the answer of the first POST. */
function losingFirstPost() {
  const calls = { GET: 0, POST: 0 };
  const losing: Fetch = async (url, init) => {
    const method = init.method === 'POST' ? 'POST' : 'GET';
    calls[method] += 1;
    const response = await fetch(url, init);
    if (method === 'GET' || calls.POST > 1) return response;
    await response.arrayBuffer();
    throw new TypeError('fetch failed');
  };
  return { calls, losing };
}

test('a send whose answer fetch loses is settled by reading, and not repeated', async () => {
  const service = await aService({ signers: [ASHA] });
  const { calls, losing } = losingFirstPost();
  const { client } = aClient(service.baseUrl, { fetch: losing });
  const { data, response } = await client.documents.send(ID).withResponse();
  expect(data).toMatchObject({ status: 'SENT', creditsRemaining: null });
  expect([response.reconciled, service.sends, calls.POST]).toEqual([true, 1, 1]);
});

test('a write over fetch to a service that refuses connections ends in an unknown outcome', async () => {
  let posts = 0;
  const counting: Fetch = (url, init) => {
    if (init.method === 'POST') posts += 1;
    return fetch(url, init);
  };
  const { client } = aClient(await refusedUrl(), { fetch: counting });
  const error = await failureOf(client.documents.send(ID), OutcomeUnknownError);
  expect(error).toMatchObject({ operation: 'sendDocument', documentId: ID });
  expect(posts).toBe(1);
});

test('a failure of fetch says so', async () => {
  const { client } = aClient(await refusedUrl(), { fetch, maxRetries: 0 });
  const error = await failureOf(client.documents.retrieve(ID), ConnectionError);
  expect(error).toMatchObject({ phase: 'fetch', opened: true, causeCode: 'ECONNREFUSED' });
  expect(error.message).toMatch(/: fetch failed before a response came \(ECONNREFUSED\)$/);
});

test('a whole flow goes over fetch to the real service', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { apiKey } = await service.account({ credits: 5 });
  const { client } = aClient(baseUrl, { apiKey, fetch });
  const { documentId } = await client.documents.create({ data: aPdf(), name: 'lease "1".pdf' });
  await client.documents.addSigners(documentId, [ASHA]);
  expect(await client.documents.send(documentId)).toMatchObject({ creditsRemaining: 4 });
  const [listed] = await client.documents.list().toArray();
  expect(listed).toMatchObject({ name: 'lease "1".pdf', status: 'SENT' });
});

test.each([
  ['something that is no function', { fetch: 'fetch' }, /must be a function/],
  ['a fetch beside a transport', { fetch, transport: new NodeTransport() }, /not both/],
])('%s is refused', (_, options, words) => {
  const all = { baseUrl: 'https://esign.example.com', apiKey: TEST_KEY, ...options };
  const make = () => new EsignClient(all as object);
  expect(make).toThrow(InvalidArgumentError);
  expect(make).toThrow(words);
});
