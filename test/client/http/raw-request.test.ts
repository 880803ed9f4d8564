import { expect, test } from 'vitest';
import {
  ConnectionError,
  InvalidArgumentError,
  OutcomeUnknownError,
} from '../../../src/client/index.ts';
import { aClient, failureOf } from '../../support/client/a-client.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';
import { replyJson, resets, startScript } from '../../support/network/scripted-tcp.ts';

test('a raw request goes below the base URL with the key, and gives back what came', async () => {
  const { baseUrl, received } = await serveHttp((_, response) =>
    answerJson(response, 201, { ok: true }),
  );
  const { client } = aClient(baseUrl);
  const options = {
    query: { a: 'x y', b: undefined },
    body: { n: 1 },
    headers: { 'X-Own': 'yes' },
  };
  const answer = await client.request('post', '/api/v2/things', options);
  expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([201, { ok: true }]);
  expect(received[0]).toMatchObject({ method: 'POST', url: '/api/v2/things?a=x+y' });
  expect(received[0]?.headers).toMatchObject({
    'x-own': 'yes',
    'content-type': 'application/json',
  });
  expect(received[0]?.body.toString()).toBe('{"n":1}');
});

test.each([
  ['an absolute address', 'GET', 'https://example.com/', {}],
  ['a method that is none', 'GE T', '/', {}],
  ['another authorization', 'GET', '/', { Authorization: 'Bearer x' }],
  ['a header with a line break', 'GET', '/', { 'X-A': 'b\r\nc: d' }],
])('a raw request with %s is refused', async (_, method, path, headers) => {
  const { baseUrl, requests } = await startScript(replyJson(200, {}));
  await failureOf(aClient(baseUrl).client.request(method, path, { headers }), InvalidArgumentError);
  expect(requests).toHaveLength(0);
});

test('a path that looks like another host stays on the base URL', async () => {
  const { baseUrl, received } = await serveHttp((_, response) => answerJson(response, 200, {}));
  await aClient(baseUrl).client.request('GET', '//evil.example.com/x');
  expect(received[0]?.url).toBe('//evil.example.com/x');
});

test.each(['/..', '/../other', '/%2e%2e/other', '/a/../../other', '/..\\other'])(
  'the path %s does not leave the base URL',
  async (path) => {
    const { baseUrl, requests } = await startScript(replyJson(200, {}));
    const call = aClient(`${baseUrl}/tenant/`).client.request('GET', path);
    expect(await failureOf(call, InvalidArgumentError)).toMatchObject({ argument: 'path' });
    expect(requests).toHaveLength(0);
  },
);

test('a raw write whose outcome is unknown says so and is not repeated', async () => {
  const { baseUrl, requests } = await startScript(resets);
  const error = await failureOf(aClient(baseUrl).client.request('POST', '/x'), OutcomeUnknownError);
  expect(error.cause).toBeInstanceOf(ConnectionError);
  expect(requests).toHaveLength(1);
});
