import { expect, test } from 'vitest';
import { EsignClient, InvalidArgumentError, receiveWebhooks } from '../../../src/client/index.ts';
import {
  aClient,
  aDocument,
  failureOf,
  SMALL_PDF,
  TEST_KEY,
} from '../../support/client/a-client.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

const ID = aDocument().documentId;
const file = { data: Buffer.from(SMALL_PDF), name: 'lease.pdf' };

/** Options as a JavaScript program may write them. */
const given = (options: unknown): object => options as object;

test.each([
  [{ basURL: 'https://esign.example.com' }, 'basURL', 'baseUrl'],
  [{ apikey: TEST_KEY }, 'apikey', 'apiKey'],
  [{ timeout: 5 }, 'timeout', 'timeouts'],
  [{ timeouts: { total: 5 } }, 'timeouts.total', 'timeouts.totalMs'],
  [{ hooks: { onRequests: () => undefined } }, 'hooks.onRequests', 'hooks.onRequest'],
  [{ appInfo: { names: 'x' } }, 'appInfo.names', 'appInfo.name'],
])('the client option in %j is refused, naming the nearest', (options, argument, nearest) => {
  const make = () => new EsignClient(given({ baseUrl: 'https://a.example', ...options }));
  expect(make).toThrow(InvalidArgumentError);
  expect(make).toThrow(expect.objectContaining({ argument }));
  expect(make).toThrow(`the nearest is "${nearest}"`);
});

test('a name that every object inherits is no option', () => {
  const make = () => new EsignClient(given({ constructor: 1 }));
  expect(make).toThrow(/no option "constructor"/);
});

test.each([null, 'https://esign.example.com', 7, []])(
  '%j is not an object of options',
  (options) => {
    expect(() => new EsignClient(options as never)).toThrow(/options must be an object/);
  },
);

test('an error about an option never shows the values of others', () => {
  const make = () => new EsignClient(given({ apiKey: TEST_KEY, baseURL: 'https://a.example' }));
  expect(make).toThrow(InvalidArgumentError);
  expect(make).not.toThrow(TEST_KEY);
});

type Client = EsignClient;

test.each<[string, (client: Client, options: object) => PromiseLike<unknown>]>([
  ['create', ({ documents }, options) => documents.create(file, options)],
  ['page', ({ documents }, options) => documents.page(options)],
  ['retrieve', ({ documents }, options) => documents.retrieve(ID, options)],
  ['addSigners', ({ documents }, options) => documents.addSigners(ID, [], options)],
  ['send', ({ documents }, options) => documents.send(ID, options)],
  ['certificate', ({ documents }, options) => documents.certificate(ID, options)],
  ['download', ({ documents }, options) => documents.download(ID, options)],
  ['request', (client, options) => client.request('GET', '/x', options)],
])('%s refuses an unknown option before anything is sent', async (_, call) => {
  const { baseUrl, received } = await serveHttp((_request, response) =>
    answerJson(response, 200, aDocument()),
  );
  const { client } = aClient(baseUrl);
  const error = await failureOf(call(client, { maxRetrys: 1 }), InvalidArgumentError);
  expect(error).toMatchObject({
    argument: 'maxRetrys',
    message: 'there is no option "maxRetrys"; the nearest is "maxRetries"',
  });
  const inner = await failureOf(call(client, { timeouts: { tryms: 1 } }), InvalidArgumentError);
  expect(inner.message).toContain('the nearest is "timeouts.tryMs"');
  expect(received).toHaveLength(0);
});

test('list refuses an unknown option at once, and toArray one of its own', async () => {
  const { client } = aClient('http://127.0.0.1:1');
  expect(() => client.documents.list(given({ from: 1 }))).toThrow(InvalidArgumentError);
  const call = client.documents.list().toArray(given({ maximum: 1 }));
  expect((await failureOf(call, InvalidArgumentError)).message).toContain('the nearest is "max"');
});

test('an option that is undefined is as good as left out', async () => {
  const { baseUrl } = await serveHttp((_, response) => answerJson(response, 200, aDocument()));
  const { client } = aClient(baseUrl, { timeouts: undefined, hooks: undefined });
  const options = { signal: undefined, timeouts: undefined, maxRetries: undefined };
  expect(await client.documents.retrieve(ID, options)).toMatchObject({ documentId: ID });
});

test('a webhook receiver refuses an unknown option', () => {
  const options = { secrets: 'whsec_test_1', onEvent: () => undefined, maxAge: 5 };
  expect(() => receiveWebhooks(options)).toThrow(/"maxAge"; the nearest is "maxAgeMs"/);
});
