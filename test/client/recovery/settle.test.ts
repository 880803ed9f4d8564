import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Document } from '../../../src/client/index.ts';
import {
  AbortedError,
  ConnectionError,
  InsufficientCreditsError,
  InvalidRequestError,
  InvalidStateError,
  OutcomeUnknownError,
  RateLimitError,
} from '../../../src/client/index.ts';
import { aClient, aDocument, aSigner, failureOf } from '../../support/client/a-client.ts';
import type { Cut } from '../../support/client/a-service.ts';
import { aService } from '../../support/client/a-service.ts';
import {
  closes,
  reply,
  replyJson,
  silent,
  startScript,
} from '../../support/network/scripted-tcp.ts';

const ID = aDocument().documentId;
const ASHA = { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' };
const RAVI = { name: 'Ravi Kumar', phone: '9876500000', email: 'Ravi@example.in' };
const AFTER: readonly Cut[] = ['after', 'status', 'body', '500', '504', '408'];
const BEFORE: readonly Cut[] = ['before', '500-before'];

test.each(AFTER)(
  'a send that was applied and cut (%s) is found by reading, charged once',
  async (cut) => {
    const service = await aService({ cuts: { send: [cut] }, signers: [ASHA, RAVI] });
    const { client } = aClient(service.baseUrl);
    const { data, response } = await client.documents.send(ID).withResponse();
    expect(data).toMatchObject({ documentId: ID, status: 'SENT', creditsRemaining: null });
    expect(data.signers.map((signer) => signer.signUrl)).toEqual([
      'https://sign.example.com/1',
      'https://sign.example.com/2',
    ]);
    expect(response.reconciled).toBe(true);
    expect([service.sends, service.charged]).toEqual([1, 2]);
  },
);

test.each(BEFORE)('a send that was lost on the way (%s) is sent once more', async (cut) => {
  const service = await aService({ cuts: { send: [cut] }, signers: [ASHA] });
  const { client, slept } = aClient(service.baseUrl);
  expect(await client.documents.send(ID)).toMatchObject({ status: 'SENT', creditsRemaining: 99 });
  expect([service.sends, service.charged]).toEqual([2, 1]);
  expect(slept).toEqual([1_000, 3_000, 7_000, 15_000]);
});

test.each([
  [409, 'invalid_state'],
  [402, 'insufficient_credits'],
] as const)(
  'a %i after an unknown send is not believed before the document is read',
  async (status, error) => {
    const pending = replyJson(200, aDocument());
    const sent = replyJson(200, aDocument({ status: 'SENT', signers: [aSigner(1)] }));
    const { baseUrl, requests } = await startScript(
      closes,
      ...Array.from({ length: 5 }, () => pending),
      replyJson(status, { error, message: 'no' }),
      sent,
    );
    const result = await aClient(baseUrl).client.documents.send(ID);
    expect(result).toMatchObject({ status: 'SENT', creditsRemaining: null });
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(2);
  },
);

test('a 402 after an unknown send of a document that is still PENDING is a real one', async () => {
  const pending = replyJson(200, aDocument());
  const { baseUrl } = await startScript(
    closes,
    ...Array.from({ length: 5 }, () => pending),
    replyJson(402, { error: 'insufficient_credits', message: 'no' }),
    pending,
  );
  await failureOf(aClient(baseUrl).client.documents.send(ID), InsufficientCreditsError);
});

test('a 409 on the first send is a real conflict, and nothing is read or repeated', async () => {
  const { baseUrl, requests } = await startScript(
    replyJson(409, { error: 'invalid_state', message: 'sent' }),
  );
  await failureOf(aClient(baseUrl).client.documents.send(ID), InvalidStateError);
  expect(requests).toHaveLength(1);
});

test('a send that is lost twice and never found stays unknown after one repeat', async () => {
  const service = await aService({ cuts: { send: ['before', 'before'] }, signers: [ASHA] });
  const error = await failureOf(
    aClient(service.baseUrl).client.documents.send(ID),
    OutcomeUnknownError,
  );
  expect(error).toMatchObject({
    operation: 'sendDocument',
    documentId: ID,
    lastKnownStatus: 'PENDING',
  });
  expect(error.hint).toContain(ID);
  expect([service.sends, service.charged]).toEqual([2, 0]);
});

test('a send whose document cannot be read stays unknown, without a repeat', async () => {
  const { baseUrl, requests } = await startScript(closes, reply(503, ''));
  const error = await failureOf(
    aClient(baseUrl, { maxRetries: 0 }).client.documents.send(ID),
    OutcomeUnknownError,
  );
  expect(error.cause).toBeInstanceOf(ConnectionError);
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
});

test('a refused connection is not an unknown outcome', async () => {
  const service = await aService({});
  await service.stop();
  const call = aClient(service.baseUrl).client.documents.send(ID);
  expect(await failureOf(call, ConnectionError)).toMatchObject({ opened: false, attempts: 3 });
});

test('a permanent 429 is not an unknown outcome', async () => {
  const { baseUrl, requests } = await startScript(reply(429, ''));
  await failureOf(aClient(baseUrl).client.documents.send(ID), RateLimitError);
  expect(requests).toHaveLength(3);
});

test('an abort during a send says that it may have been applied', async () => {
  const controller = new AbortController();
  const { baseUrl } = await startScript(() => controller.abort('enough'));
  const call = aClient(baseUrl).client.documents.send(ID, { signal: controller.signal });
  expect(await failureOf(call, AbortedError)).toMatchObject({
    opened: true,
    documentId: ID,
    cause: 'enough',
  });
});

test('the total limit running out during a send is an unknown outcome', async () => {
  const { baseUrl } = await startScript(silent);
  const timeouts = { totalMs: 500 };
  const call = aClient(baseUrl, { timeouts }).client.documents.send(ID);
  await failureOf(call, OutcomeUnknownError);
});

test.each(AFTER)('signers that were added and cut (%s) are found, never doubled', async (cut) => {
  const service = await aService({ cuts: { signers: [cut] } });
  const { data, response } = await aClient(service.baseUrl)
    .client.documents.addSigners(ID, [ASHA, RAVI, ASHA])
    .withResponse();
  expect(data.signers.map(({ name, signingOrder }) => [name, signingOrder])).toEqual([
    ['Asha Rao', 1],
    ['Ravi Kumar', 2],
    ['Asha Rao', 3],
  ]);
  expect([response.reconciled, service.document.signers.length]).toEqual([true, 3]);
});

test('signers that were lost on the way are added by one repeat', async () => {
  const service = await aService({ cuts: { signers: ['before'] }, signers: [RAVI] });
  await aClient(service.baseUrl).client.documents.addSigners(ID, [ASHA]);
  expect(service.document.signers.map((signer) => signer.name)).toEqual(['Ravi Kumar', 'Asha Rao']);
});

test('whatever is cut off, a document never gets more signers than requested', async () => {
  const cut = fc.constantFrom<Cut>(...AFTER, ...BEFORE, 'none');
  await fc.assert(
    fc.asyncProperty(
      fc.array(cut, { maxLength: 3 }),
      fc.integer({ min: 1, max: 3 }),
      async (cuts, count) => {
        const service = await aService({ cuts: { signers: cuts } });
        const wanted = Array.from({ length: count }, () => ASHA);
        const done = await aClient(service.baseUrl)
          .client.documents.addSigners(ID, wanted)
          .then(() => true)
          .catch(
            (error: unknown) => !(error instanceof OutcomeUnknownError) && Promise.reject(error),
          );
        const there = service.document.signers.length;
        await service.stop();
        return done ? there === count : there <= count;
      },
    ),
    { numRuns: 40 },
  );
});

function lostAdd(...readings: ReadonlyArray<Partial<Document>>) {
  return startScript(
    replyJson(200, aDocument()),
    closes,
    ...readings.map((fields) => replyJson(200, aDocument(fields))),
  );
}

test.each([
  ['a part of them', { signers: [aSigner(1)] }, /only the first 1 /],
  ['somebody else', { signers: [aSigner(1, { name: 'Meera Nair' })] }, /this call did not add/],
  ['a document sent meanwhile', { status: 'SENT' as const }, /SENT by now/],
])('finding %s after an unknown add-signers stops without a repeat', async (_, fields, words) => {
  const { baseUrl, requests } = await lostAdd(fields);
  const call = aClient(baseUrl).client.documents.addSigners(ID, [ASHA, RAVI]);
  expect((await failureOf(call, OutcomeUnknownError)).message).toMatch(words);
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
});

test('a limit reached on the repeat, with nothing added, is a real refusal', async () => {
  const empty = replyJson(200, aDocument());
  const { baseUrl } = await startScript(
    empty,
    closes,
    ...Array.from({ length: 5 }, () => empty),
    replyJson(400, { error: 'signer_limit_reached', message: 'six' }),
    empty,
  );
  const call = aClient(baseUrl).client.documents.addSigners(ID, [ASHA]);
  await failureOf(call, InvalidRequestError);
});
