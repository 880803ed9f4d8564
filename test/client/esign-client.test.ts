import { expect, test } from 'vitest';
import {
  ApiError,
  CLIENT_VERSION,
  EsignClient,
  InvalidArgumentError,
  logHooks,
} from '../../src/client/index.ts';
import { aClient, aDocument, failureOf, TEST_KEY } from '../support/client/a-client.ts';
import { answerJson, serveHttp } from '../support/network/http-server.ts';
import { replyJson, startScript } from '../support/network/scripted-tcp.ts';

const ID = aDocument().documentId;

test('requests carry the key, ask for JSON and name the program', async () => {
  const { baseUrl, received } = await serveHttp((_, response) =>
    answerJson(response, 200, aDocument()),
  );
  const { client } = aClient(`${baseUrl}/gateway/`, {
    appInfo: { name: 'lease bot\r\n', version: '2' },
  });
  const { response } = await client.documents.retrieve(ID).withResponse();
  expect(received[0]?.url).toBe(`/gateway/api/v1/documents/${ID}`);
  expect(received[0]?.headers).toMatchObject({
    authorization: `Bearer ${TEST_KEY}`,
    accept: 'application/json',
    'user-agent': `esign/${CLIENT_VERSION} node/${process.versions.node} (${process.platform}) lease-bot-/2`,
  });
  expect(response).toMatchObject({
    status: 200,
    requestId: 'req_1',
    attempts: 1,
    reconciled: false,
  });
});

test('writes use a connection of their own, reads share one', async () => {
  const { baseUrl, received } = await serveHttp((_, response) =>
    answerJson(response, 200, aDocument()),
  );
  const { client } = aClient(baseUrl);
  await client.documents.retrieve(ID);
  await client.documents.send(ID);
  await client.documents.addSigners(ID, []);
  const kept = received.map(({ method, headers }) => [method, headers.connection]);
  expect(kept).toEqual([
    ['GET', 'keep-alive'],
    ['POST', 'close'],
    ['GET', 'keep-alive'],
    ['POST', 'close'],
  ]);
});

test.each([
  ['no URL', 'example', /not a URL/],
  ['another scheme', 'ftp://example.com', /https/],
  ['a password', 'https://user:pw@example.com', /password/],
  ['the path of the API', 'https://example.com/esign/api/v1/', /not end in \/api\/v1/],
  ['a query', 'https://example.com/?a=1', /query/],
  ['plain http to another machine', 'http://esign.example.com', /unencrypted.*allowInsecure/],
])('a base URL that has %s is refused', (_, baseUrl, words) => {
  const make = () => new EsignClient({ baseUrl, apiKey: TEST_KEY });
  expect(make).toThrow(InvalidArgumentError);
  expect(make).toThrow(words);
});

test.each([
  'http://localhost:4010',
  'http://127.8.9.1',
  'http://[::1]:4010',
  'http://app.localhost',
])('plain http to this machine is fine: %s', (baseUrl) => {
  expect(new EsignClient({ baseUrl, apiKey: TEST_KEY })).toBeInstanceOf(EsignClient);
});

test('plain http to another machine is possible when it is meant', () => {
  const options = { baseUrl: 'http://esign.example.com', apiKey: TEST_KEY, allowInsecure: true };
  expect(new EsignClient(options)).toBeInstanceOf(EsignClient);
});

test.each(['', ' ', 'sk_1\r\nHost: x', '\ufffd\ufffds\0k\0', 'sk_\u200b1', 'sk é'])(
  'the key %j is refused without being shown',
  (apiKey) => {
    const make = () => new EsignClient({ baseUrl: 'https://example.com', apiKey });
    expect(make).toThrow(/^the API key is empty, or holds/);
  },
);

test.each(['', ' ', '.', '..'])('the document id %j never becomes a path', async (id) => {
  const { baseUrl, requests } = await startScript(replyJson(200, aDocument()));
  await failureOf(aClient(baseUrl).client.documents.retrieve(id), InvalidArgumentError);
  expect(requests).toHaveLength(0);
});

test('an id is escaped in the path', async () => {
  const { baseUrl, received } = await serveHttp((_, response) => answerJson(response, 404, {}));
  await failureOf(aClient(baseUrl).client.documents.retrieve('../x?y'), ApiError);
  expect(received[0]?.url).toBe('/api/v1/documents/..%2Fx%3Fy');
});

test('headers of the client go with the key, and a call may replace them', async () => {
  const { baseUrl, received } = await serveHttp((_, response) =>
    answerJson(response, 200, aDocument()),
  );
  const { client } = aClient(baseUrl, { headers: { 'X-Tenant': 'north', accept: 'text/plain' } });
  await client.documents.retrieve(ID);
  await client.request('GET', '/x', { headers: { 'x-tenant': 'south' } });
  expect(received.map(({ headers }) => headers['x-tenant'])).toEqual(['north', 'south']);
  const reserved = { apiKey: TEST_KEY, baseUrl, headers: { authorization: 'Basic x' } };
  expect(() => new EsignClient(reserved)).toThrow(InvalidArgumentError);
});

test('the log has a line for each request and response, without bodies and secrets', async () => {
  const { baseUrl } = await serveHttp((_, response) => answerJson(response, 200, aDocument()));
  const lines: string[] = [];
  const { client } = aClient(baseUrl, { hooks: logHooks((line) => lines.push(line)) });
  await client.documents.retrieve(ID);
  expect(lines).toEqual([
    `→ GET ${baseUrl}/api/v1/documents/${ID} (attempt 1)`,
    expect.stringMatching(/^← 200 GET http:\S+ in \d+ ms$/),
  ]);
  expect(lines.join()).not.toMatch(/Lease agreement|sk_test/);
});
