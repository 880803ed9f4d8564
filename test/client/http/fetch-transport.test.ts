import { expect, test } from 'vitest';
import { FetchTransport } from '../../../src/client/http/fetch-transport.ts';
import {
  failureIn,
  opened,
  refusedUrl,
  requestTo,
  textOf,
} from '../../support/client/transport-world.ts';
import { verifyAnswers } from '../../support/client/verify-transport.ts';
import { verifyUnknownFaults } from '../../support/client/verify-transport-faults.ts';
import { reply, startScript } from '../../support/network/scripted-tcp.ts';

const make = () => new FetchTransport(fetch);

verifyAnswers(make);
verifyUnknownFaults(make, 'fetch');

test('a request goes out with its method, address, headers and body', async () => {
  const { baseUrl, requests } = await startScript(reply(418, 'short', 'X-Pot: tea'));
  const body = Buffer.from('{"n":1}');
  const headers = { authorization: 'Bearer k', 'content-length': '7', host: 'ignored.example' };
  const answer = await opened(make).send(requestTo(`${baseUrl}/a%2Fb?c=d%20e`, { body, headers }));
  expect([answer.status, answer.headers['x-pot'], await textOf(answer)]).toEqual([
    418,
    'tea',
    'short',
  ]);
  expect(requests[0]).toMatch(/^POST \/a%2Fb\?c=d%20e HTTP\/1\.1\r\n/);
  expect(requests[0]).toMatch(/^authorization: Bearer k\r$/im);
  expect(requests[0]).toMatch(/^content-length: 7\r$/im);
  expect(requests[0]).toMatch(/^host: 127\.0\.0\.1:\d+\r$/im);
  expect(requests[0]).toMatch(/\r\n\r\n\{"n":1\}$/);
});

test('even a refused connection counts as one after sending, with the code that fetch gives', async () => {
  const failure = await failureIn(make, requestTo(await refusedUrl()));
  expect(failure).toMatchObject({ phase: 'fetch', opened: true, cause: { code: 'ECONNREFUSED' } });
});

test('a signal that has aborted before proves that nothing was sent', async () => {
  let calls = 0;
  const counting = () =>
    new FetchTransport((url, init) => {
      calls += 1;
      return fetch(url, init);
    });
  const signal = AbortSignal.abort('changed my mind');
  const failure = await failureIn(counting, requestTo(await refusedUrl(), { signal }));
  expect(failure).toMatchObject({ opened: false, cause: 'changed my mind' });
  expect(calls).toBe(0);
});

test('a redirect that fetch hides, as browsers do, fails after sending', async () => {
  const hiding = () =>
    new FetchTransport(async () =>
      Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' }),
    );
  const failure = await failureIn(hiding, requestTo('http://127.0.0.1:9/'));
  expect(failure).toMatchObject({ phase: 'fetch', opened: true });
});
