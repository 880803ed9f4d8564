import { expect, test } from 'vitest';
import { OutcomeUnknownError } from '../../../src/client/index.ts';
import { aClient, aDocument, failureOf, SMALL_PDF } from '../../support/client/a-client.ts';
import type { Summary } from '../../support/client/a-list.ts';
import { aList, posts, summary } from '../../support/client/a-list.ts';
import { aService } from '../../support/client/a-service.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

/** A time before now, as in the API. */
const before = (ms: number): string => new Date(Date.now() - ms).toISOString();

const file = { data: Buffer.from(SMALL_PDF), name: 'lease.pdf' };

test('a create whose response arrives sends nothing but itself', async () => {
  const { baseUrl, received } = await aList([summary('older')]);
  const { client } = aClient(baseUrl);
  await client.documents.create(file);
  await client.documents.create(file);
  expect(received.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

test('a document of that name from just before may be the lost one too: nothing is repeated', async () => {
  const { baseUrl, received } = await aList([summary('just before')], ['after']);
  const error = await failureOf(
    aClient(baseUrl).client.documents.create(file),
    OutcomeUnknownError,
  );
  expect(error.candidates).toEqual(['made_1', 'just before']);
  expect(posts(received)).toHaveLength(1);
});

test('a create that the service refuses for a while is repeated once, when that is over', async () => {
  const documents: Summary[] = [];
  const { baseUrl, received } = await aList(documents, ['busy']);
  const { client, slept } = aClient(baseUrl);
  expect(await client.documents.create(file)).toMatchObject({ documentId: 'made_0' });
  expect([documents.length, posts(received).length]).toEqual([1, 2]);
  expect(slept).toEqual([1000, 3000, 7000, 15_000, 34_000]);
  expect(received.at(-1)?.method).toBe('POST');
});

test('a document that this client created before is not taken for the lost one', async () => {
  const { baseUrl } = await aList([], ['none', 'after']);
  const { client } = aClient(baseUrl);
  expect(await client.documents.create(file)).toMatchObject({ documentId: 'made_0' });
  expect(await client.documents.create(file)).toMatchObject({ documentId: 'made_1' });
});

test('an unsettled create never adopts the document of another create of that name', async () => {
  const documents: Summary[] = [];
  const letGo: (() => void)[] = [];
  const { baseUrl, received } = await serveHttp((request, response) => {
    if (request.method === 'GET')
      return answerJson(response, 200, { documents, limit: 100, offset: 0 });
    if (request.body.includes('first')) return void response.socket?.destroy();
    const made = summary('of the second');
    documents.unshift(made);
    letGo.push(() => answerJson(response, 201, made));
  });
  const looked = () => received.filter(({ method }) => method === 'GET').length > 2;
  const clock = {
    now: () => Date.now(),
    random: () => 0.5,
    sleep: async () => {
      if (looked()) for (const go of letGo.splice(0)) go();
      await new Promise((resolve) => setTimeout(resolve, 30));
    },
  };
  const { client } = aClient(baseUrl, { clock });
  const second = client.documents.create({
    data: Buffer.from(`${SMALL_PDF}second`),
    name: 'lease.pdf',
  });
  const first = client.documents.create({
    data: Buffer.from(`${SMALL_PDF}first`),
    name: 'lease.pdf',
  });
  const firstFailure = failureOf(first, OutcomeUnknownError);
  expect((await second).documentId).toBe('of the second');
  expect((await firstFailure).candidates).toEqual([]);
});

test('an unsettled create does not adopt a document that an earlier one may have left', async () => {
  const documents: Summary[] = [];
  const { baseUrl } = await aList(documents, ['after', 'before', 'before'], () => [
    summary('twin'),
  ]);
  const { client } = aClient(baseUrl);
  await failureOf(client.documents.create(file), OutcomeUnknownError);
  documents.pop();
  expect(documents).toHaveLength(1);
  await failureOf(client.documents.create(file), OutcomeUnknownError);
});

test('a create of an earlier process is found by its time, by a client that has asked for nothing before', async () => {
  const documents = [summary('lost', { createdAt: before(30_000) })];
  const { baseUrl, received } = await aList(documents);
  const lostAt = new Date(Date.now() - 31_000 + 86_400_000);
  const { client } = aClient(baseUrl, { clock: shifted(86_400_000) });
  expect(await client.documents.create(file, { lostAt })).toMatchObject({ documentId: 'lost' });
  expect(posts(received)).toHaveLength(0);
});

const shifted = (ms: number) => ({
  now: () => Date.now() + ms,
  random: () => 0.5,
  sleep: async () => undefined,
});

const ID = aDocument().documentId;
const ASHA = { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' };
const RAVI = { name: 'Ravi Kumar', phone: '9876500000', email: 'ravi@example.in' };
const MINUTE_MS = 60_000;
const justNow = () => new Date(Date.now() - 1_000);

test('other signers end in an unknown outcome, and nothing is added', async () => {
  const service = await aService({ signers: [RAVI] });
  const { client } = aClient(service.baseUrl);
  const adding = client.documents.addSigners(ID, [ASHA], { lostAt: justNow() });
  expect(await failureOf(adding, OutcomeUnknownError)).toMatchObject({
    lastKnownStatus: 'PENDING',
  });
  expect((await client.documents.retrieve(ID)).signers).toHaveLength(1);
});

test('a document that an earlier process created is adopted by the process after it', async () => {
  const { baseUrl, received } = await aList([summary('mine')], []);
  const { client } = aClient(baseUrl);
  const made = await client.documents.create(file, { lostAt: justNow() });
  expect([made.documentId, posts(received).length]).toEqual(['mine', 0]);
});

test.each([
  ['claimed by other work', new Date(), ['mine']],
  ['made long after the call was lost', new Date(Date.now() - 30 * MINUTE_MS), []],
  ['made before the call was begun', new Date(Date.now() + MINUTE_MS), []],
])('a document that is %s is not adopted: another is created', async (_, lostAt, claimed) => {
  const { baseUrl, received } = await aList([summary('mine')], []);
  const { client } = aClient(baseUrl);
  client.documents.claim(claimed);
  const made = await client.documents.create(file, { lostAt });
  expect(made.documentId).not.toBe('mine');
  expect(posts(received)).toHaveLength(1);
});
