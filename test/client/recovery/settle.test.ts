import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Document } from '../../../src/client/index.ts';
import { AbortedError, OutcomeUnknownError } from '../../../src/client/index.ts';
import { aClient, aDocument, failureOf } from '../../support/client/a-client.ts';
import type { Cut } from '../../support/client/a-service.ts';
import { aService } from '../../support/client/a-service.ts';
import { closes, replyJson, silent, startScript } from '../../support/network/scripted-tcp.ts';

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

function _lostAdd(...readings: ReadonlyArray<Partial<Document>>) {
  return startScript(
    replyJson(200, aDocument()),
    closes,
    ...readings.map((fields) => replyJson(200, aDocument(fields))),
  );
}
