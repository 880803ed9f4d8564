import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { Hooks } from '../../../src/client/index.ts';
import {
  AccessNotEnabledError,
  ApiError,
  EsignError,
  FileTooLargeError,
  InsufficientCreditsError,
  InternalError,
  InvalidRequestError,
  InvalidStateError,
  NotFoundError,
  RateLimitError,
  ResponseShapeError,
  UnauthorizedError,
} from '../../../src/client/index.ts';
import { ERRORS } from '../../../src/contract/errors.ts';
import { aClient, aDocument, aSigner, failureOf, TEST_KEY } from '../../support/client/a-client.ts';
import {
  reply,
  replyJson,
  resets,
  startScript,
  writeAndClose,
} from '../../support/network/scripted-tcp.ts';

const ID = aDocument().documentId;

const CLASSES = [
  ['invalid_content_type', InvalidRequestError],
  ['invalid_request', InvalidRequestError],
  ['invalid_file', InvalidRequestError],
  ['no_signers', InvalidRequestError],
  ['signer_limit_reached', InvalidRequestError],
  ['unauthorized', UnauthorizedError],
  ['insufficient_credits', InsufficientCreditsError],
  ['api_access_not_enabled', AccessNotEnabledError],
  ['not_found', NotFoundError],
  ['invalid_state', InvalidStateError],
  ['file_too_large', FileTooLargeError],
  ['internal_error', InternalError],
] as const;

test.each(CLASSES)('the code %s has its error class', async (code, kind) => {
  const status = ERRORS[code];
  const { baseUrl } = await startScript(
    replyJson(status, { error: code, message: 'in words' }, 'X-Request-Id: req_7'),
  );
  const { client } = aClient(baseUrl, { maxRetries: 0 });
  const error = await failureOf(client.documents.retrieve(ID), ApiError);
  expect(error.constructor).toBe(kind);
  expect(error).toMatchObject({ status, code, message: 'in words', requestId: 'req_7' });
  expect(error).toMatchObject({ operation: 'retrieveDocument', documentId: ID, attempts: 1 });
});

test('an unknown code is an ApiError', async () => {
  const { baseUrl } = await startScript(replyJson(418, { error: 'teapot', message: 'short' }));
  const error = await failureOf(aClient(baseUrl).client.documents.retrieve(ID), ApiError);
  expect([error.constructor, error.status, error.code]).toEqual([ApiError, 418, 'teapot']);
});

test.each([
  ['HTML', 413, '<html>413 Request Entity Too Large</html>'],
  ['nothing', 403, ''],
  ['a JSON array', 401, '[1]'],
  ['JSON of another shape', 400, '{"detail":"no"}'],
  ['cut JSON', 404, '{"error":"not_'],
])(
  'an error response with a body of %s keeps status and text, and has no code',
  async (_, status, body) => {
    const { baseUrl } = await startScript(reply(status, body, 'Server: nginx/1.22.1'));
    const error = await failureOf(aClient(baseUrl).client.documents.retrieve(ID), ApiError);
    expect([error.constructor, error.status, error.code, error.rawBody]).toEqual([
      ApiError,
      status,
      undefined,
      body,
    ]);
    expect(error.message).toMatch(/in front of the service: \d+ [\w ]+ from nginx\/1.22.1/);
  },
);

test('an error response whose body is cut off keeps its status', async () => {
  const { baseUrl } = await startScript(
    writeAndClose('HTTP/1.1 404 X\r\nContent-Length: 99\r\n\r\n{"error"'),
  );
  expect(await failureOf(aClient(baseUrl).client.documents.retrieve(ID), ApiError)).toMatchObject({
    status: 404,
  });
});

test('a 429 is a RateLimitError whatever the body, with the requested wait', async () => {
  const { baseUrl, requests } = await startScript(reply(429, '<html>', 'Retry-After: 300'));
  const error = await failureOf(aClient(baseUrl).client.documents.send(ID), RateLimitError);
  expect(error.retryAfterMs).toBe(300_000);
  expect(requests).toHaveLength(1);
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

test.each([
  ['no JSON', reply(200, '{"documentId":')],
  ['no signers', replyJson(200, { documentId: ID, status: 'SENT' })],
  ['another kind of value', replyJson(200, [aDocument()])],
])('a 200 with %s is a ResponseShapeError', async (_, step) => {
  const { baseUrl } = await startScript(step);
  const call = aClient(baseUrl).client.documents.retrieve(ID);
  expect(await failureOf(call, ResponseShapeError)).toMatchObject({
    status: 200,
    attempts: undefined,
  });
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
