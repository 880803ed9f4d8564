import { expect, test } from 'vitest';
import { OutcomeUnknownError } from '../../../src/client/index.ts';
import { aClient, aDocument, failureOf, SMALL_PDF } from '../../support/client/a-client.ts';
import { aList, posts, summary } from '../../support/client/a-list.ts';
import { aService } from '../../support/client/a-service.ts';

const ID = aDocument().documentId;
const ASHA = { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' };
const RAVI = { name: 'Ravi Kumar', phone: '9876500000', email: 'ravi@example.in' };
const file = { data: Buffer.from(SMALL_PDF), name: 'lease.pdf' };
const MINUTE_MS = 60_000;
const justNow = () => new Date(Date.now() - 1_000);

test('a send that an earlier process lost is found by reading, and not repeated', async () => {
  const service = await aService({ signers: [ASHA] });
  const first = aClient(service.baseUrl).client;
  await first.documents.send(ID);
  const second = aClient(service.baseUrl).client.documents.send(ID, { lostAt: justNow() });
  const { data, response } = await second.withResponse();
  expect(data).toMatchObject({ status: 'SENT', creditsRemaining: null });
  expect([response.reconciled, service.sends, service.charged]).toEqual([true, 1, 1]);
});

test('a lost send without a trace is repeated after reading', async () => {
  const service = await aService({ signers: [ASHA] });
  const { client, slept } = aClient(service.baseUrl);
  await client.documents.send(ID, { lostAt: justNow() });
  expect([service.sends, slept]).toEqual([1, [1_000, 3_000, 7_000, 15_000]]);
});

test('signers that an earlier process added are found, and not added again', async () => {
  const service = await aService({});
  await aClient(service.baseUrl).client.documents.addSigners(ID, [ASHA, RAVI]);
  const { client } = aClient(service.baseUrl);
  const adding = client.documents.addSigners(ID, [ASHA, RAVI], { lostAt: justNow() });
  const { data, response } = await adding.withResponse();
  expect([response.reconciled, data.signers.length]).toEqual([true, 2]);
  expect((await client.documents.retrieve(ID)).signers).toHaveLength(2);
});

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
