import { expect, test } from 'vitest';
import type { EsignClient } from '../../../src/client/index.ts';
import {
  InvalidArgumentError,
  OutcomeUnknownError,
  ResponseShapeError,
} from '../../../src/client/index.ts';
import { aClient, failureOf } from '../../support/client/a-client.ts';
import { replyJson, startScript } from '../../support/network/scripted-tcp.ts';

const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const OF = `/api/v1/documents/${ID}`;
const SINCE = new Date('2026-11-20T00:00:00Z');

type Run = (client: EsignClient) => PromiseLike<unknown>;

/** What is called, with which request line and body, and a response of the least fields. */
const CALLS: ReadonlyArray<readonly [Run, string, unknown, unknown]> = [
  [({ documents }) => documents.timeline(ID), `GET ${OF}/timeline`, undefined, { entries: [] }],
  [
    ({ documents }) => documents.withdraw(ID, { reason: 'let' }),
    `POST ${OF}/withdraw`,
    { reason: 'let' },
    { ended: {} },
  ],
  [({ documents }) => documents.resend(ID), `POST ${OF}/resend`, {}, { signer: {} }],
  [
    ({ documents }) => documents.resend(ID, { signerId: 'sgn_1/2' }),
    `POST ${OF}/signers/sgn_1%2F2/resend`,
    { signerId: 'sgn_1/2' },
    { signer: {} },
  ],
  [
    ({ documents }) => documents.search({ q: 'asha & ravi', ended: 'any', since: SINCE, limit: 5 }),
    'GET /api/v1/documents/search?q=asha+%26+ravi&ended=any&since=2026-11-20T00%3A00%3A00.000Z&limit=5',
    undefined,
    { documents: [], nextCursor: null },
  ],
  [
    ({ documents }) => documents.findText(ID, ['Tenant']),
    `POST ${OF}/find-text`,
    { texts: ['Tenant'] },
    { texts: [] },
  ],
  [
    ({ documents }) => documents.setExternalId(ID, null),
    `PUT ${OF}/external-id`,
    { externalId: null },
    { externalId: null },
  ],
];

test.each(CALLS)('%s sends %s', async (run, line, body, response) => {
  const { baseUrl, requests } = await startScript(replyJson(200, response));
  expect(await run(aClient(baseUrl).client)).toEqual(response);
  const [request = ''] = requests;
  expect(request.slice(0, request.indexOf(' HTTP/1.1'))).toBe(line);
  const sent = request.slice(request.indexOf('\r\n\r\n') + 4);
  expect(sent === '' ? undefined : JSON.parse(sent)).toEqual(body);
});

test.each(CALLS)('%s refuses a response without its fields', async (run) => {
  const replies = Array.from({ length: 3 }, () => replyJson(200, { other: true }));
  const { baseUrl } = await startScript(...replies);
  const error = await failureOf(run(aClient(baseUrl).client), Error);
  expect([ResponseShapeError, OutcomeUnknownError]).toContain(error.constructor);
});

test.each<readonly [string, Run]>([
  ['documentId', ({ documents }) => documents.timeline(' ')],
  ['signerId', ({ documents }) => documents.resend(ID, { signerId: '..' })],
  ['why', ({ documents }) => documents.withdraw(ID, { reason: 'let', ...{ why: 'x' } })],
])('nothing is sent for an invalid %s', async (argument, run) => {
  const { client } = aClient('http://127.0.0.1:9');
  expect(await failureOf(run(client), InvalidArgumentError)).toMatchObject({ argument });
});
