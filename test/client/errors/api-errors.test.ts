import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { Hooks } from '../../../src/client/index.ts';
import { ApiError, EsignError } from '../../../src/client/index.ts';
import { aClient, aDocument, aSigner, failureOf, TEST_KEY } from '../../support/client/a-client.ts';
import {
  reply,
  replyJson,
  resets,
  startScript,
  writeAndClose,
} from '../../support/network/scripted-tcp.ts';

const ID = aDocument().documentId;

test('an error response whose body is cut off keeps its status', async () => {
  const { baseUrl } = await startScript(
    writeAndClose('HTTP/1.1 404 X\r\nContent-Length: 99\r\n\r\n{"error"'),
  );
  expect(await failureOf(aClient(baseUrl).client.documents.retrieve(ID), ApiError)).toMatchObject({
    status: 404,
  });
});

test('a redirect of the API is an error that shows where it pointed, without the query', async () => {
  const { baseUrl, requests } = await startScript(
    reply(301, '', 'Location: https://login.example.com/in?ticket=t0ps3cret'),
  );
  const error = await failureOf(aClient(baseUrl).client.documents.retrieve(ID), ApiError);
  expect(error.message).toContain('login.example.com');
  expect(inspect(error)).not.toContain('t0ps3cret');
  expect(requests).toHaveLength(1);
});

test('nothing that an error, a hook or a client prints holds the key or a signing link', async () => {
  const link = 'https://sign.example.com/sign/kq3vR7wP';
  const echo = { error: 'x', message: `Bearer ${TEST_KEY} ${link}`, signUrl: link };
  const headers = [
    `X-Echo: ${TEST_KEY}`,
    'Set-Cookie: session=c00kie',
    `Location: ${link}?t=t1cket`,
  ];
  const leaky = aDocument({ signers: [{ ...aSigner(1), signerId: '', signUrl: link }] });
  const { baseUrl } = await startScript(
    replyJson(400, echo, ...headers),
    replyJson(302, echo, ...headers),
    reply(404, `${JSON.stringify(echo)} Authorization: Bearer ${TEST_KEY}`, ...headers),
    replyJson(200, leaky),
    reply(200, JSON.stringify(leaky).slice(0, -40)),
    resets,
  );
  const events: unknown[] = [];
  const hook = (event: unknown) => events.push(event);
  const hooks: Hooks = { onRequest: hook, onResponse: hook, onRetry: hook, onSettle: hook };
  const { client } = aClient(baseUrl, { hooks, maxRetries: 0 });
  const printed: string[] = [inspect(client, { depth: 9 }), JSON.stringify(client)];
  for (let call = 0; call < 6; call += 1) {
    const error = await failureOf(client.documents.retrieve(ID), EsignError);
    printed.push(
      inspect(error, { depth: 9, showHidden: true }),
      JSON.stringify(error),
      String(error.stack),
    );
  }
  printed.push(JSON.stringify(events), inspect(events, { depth: 9 }));
  for (const text of printed) expect(text).not.toMatch(/3f9c1e5a7b2d4f60|kq3vR7wP|c00kie|t1cket/);
  expect(events.length).toBeGreaterThanOrEqual(11);
});

test.each(['a', '@', 'a@', 'sk_', 'a.@'])(
  'an error response of nothing but %s is made safe to print',
  async (piece) => {
    const { baseUrl } = await startScript(reply(418, piece.repeat(30_000)));
    const error = await failureOf(aClient(baseUrl).client.documents.retrieve(ID), ApiError);
    expect(error.rawBody.length).toBeLessThanOrEqual(4096);
  },
);

test('a hook that throws does not change the outcome', async () => {
  const { baseUrl } = await startScript(replyJson(200, aDocument()));
  const onResponse = () => {
    throw new Error('disk full');
  };
  expect(await aClient(baseUrl, { hooks: { onResponse } }).client.documents.retrieve(ID)).toEqual(
    aDocument(),
  );
});
