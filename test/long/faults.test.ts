import { PDF } from '@libpdf/core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import type { FaultName } from '../../src/sandbox/faults.ts';
import { API_FAULTS, FAULTS } from '../../src/sandbox/faults.ts';
import { callApi, downloadFrom, sendTo, startTestSandbox } from '../support/sandbox/a-sandbox.ts';

const world = await startTestSandbox();
// An earlier answer that the replay fault can repeat.
await world.control.sign({ documentId: await sendTo(world.sandbox, ['Ravi Kumar']) });
afterAll(world.close);

/** The failed answers in a completed document's audit trail. */
async function failuresOf(documentId: string) {
  const certificate = await downloadFrom(world.sandbox, `/${documentId}/certificate`);
  const trail = (await PDF.load(certificate)).getAttachment('audit.jsonl');
  const entries = Buffer.from(trail ?? '')
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return entries.filter(({ type }) => type === 'gateway.failed').map(({ data }) => data);
}

const signersOf = async (documentId: string) =>
  (await callApi(world.sandbox, `/${documentId}`)).content.signers;

const NOT_GIVEN =
  /^(We could not accept the response|The response does not match).* Nothing was signed\. Start again\.$/;
const UNSOUND =
  /^The certifying authority sent a signature that is not valid\. Nothing was signed\. Start again\.$/;

/** The signer's message, and the reason in the trail. */
const REFUSED: Readonly<
  Record<Exclude<FaultName, 'slow' | 'down' | 'no-timestamp'>, readonly [RegExp, string]>
> = {
  'wrong-hash': [UNSOUND, 'hash_mismatch'],
  'wrong-transaction': [NOT_GIVEN, 'unknown_txn'],
  'bad-signature': [NOT_GIVEN, 'bad_gateway_signature'],
  unsigned: [NOT_GIVEN, 'bad_gateway_signature'],
  'bad-cms': [UNSOUND, 'bad_signature'],
  replay: [NOT_GIVEN, 'replayed'],
  'expired-certificate': [UNSOUND, 'untrusted_certificate'],
  'early-certificate': [UNSOUND, 'untrusted_certificate'],
  'unknown-root': [UNSOUND, 'untrusted_certificate'],
  truncated: [NOT_GIVEN, 'malformed'],
  'cut-cms': [UNSOUND, 'bad_signature'],
  'long-cms': [UNSOUND, 'bad_signature'],
  'large-cms': [UNSOUND, 'signature_too_large'],
  'no-signature': [UNSOUND, 'wrong_documents'],
  'two-signatures': [UNSOUND, 'wrong_documents'],
  'wrong-clock': [/^The time in the response is too far from now\. Nothing was signed\./, 'stale'],
  doctype: [NOT_GIVEN, 'malformed'],
  wrapped: [NOT_GIVEN, 'bad_gateway_signature'],
};

const ALL = Object.entries(REFUSED);
/** Each fault hits one of a document's six signers. */
const BATCHES = [0, 6, 12].map((from) => ALL.slice(from, from + LIMITS.signersPerDocument));

test.each(BATCHES.map((batch) => ({ batch, faults: batch.map(([fault]) => fault).join(', ') })))(
  '$faults: nothing is signed, the signer is told what to do, it is recorded once, and the next attempt signs',
  async ({ batch }) => {
    const documentId = await sendTo(
      world.sandbox,
      batch.map(() => 'Asha Rao'),
    );
    for (const [index, [fault, [sentence]]] of batch.entries()) {
      await world.control.setFault({ fault, times: 1 });
      await expect(world.control.sign({ documentId }), fault).rejects.toMatchObject({
        code: 'signing_failed',
        message: expect.stringMatching(sentence),
      });
      const signer = (await signersOf(documentId))[index];
      expect(signer, fault).toMatchObject({ hasSigned: false, signedAt: null });
      expect((await world.control.sign({ documentId })).signers, fault).toHaveLength(1);
    }
    expect(await failuresOf(documentId)).toEqual(
      batch.map(([, [, reason]]) => ({
        signerId: expect.any(String),
        txn: expect.stringMatching(/^ESIGN-/),
        reason,
        answerSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
    );
  },
);

test('a slow authority is waited for', async () => {
  const documentId = await sendTo(world.sandbox, ['Asha Rao']);
  await world.control.setFault({ fault: 'slow', times: 1, delayMs: 400 });
  const before = performance.now();
  await world.control.sign({ documentId });
  expect(performance.now() - before).toBeGreaterThanOrEqual(400);
  expect(await failuresOf(documentId)).toEqual([]);
});

test('an authority that is down says so; once it is up, the signer can continue', async () => {
  const documentId = await sendTo(world.sandbox, ['Asha Rao']);
  await world.control.setFault({ fault: 'down', times: 'always' });
  for (const _try of [1, 2]) {
    await expect(world.control.sign({ documentId })).rejects.toThrow(
      'The certifying authority is down. Nothing was signed. Try again later.',
    );
  }
  const set = await world.control.clearFaults({ fault: 'down' });
  expect(set).toMatchObject([{ fault: 'down', times: 'always' }]);
  expect((await world.control.sign({ documentId })).signers).toHaveLength(1);
  expect(await failuresOf(documentId)).toEqual([]);
});

test('where timestamps are required, a signer is told of the wait, and signs once', async () => {
  const { sandbox, control, close } = await startTestSandbox({ timestamps: 'required' });
  onTestFinished(close);
  const documentId = await sendTo(sandbox, ['Asha Rao']);
  await control.setFault({ fault: 'no-timestamp', times: 'always' });
  for (const _try of [1, 2]) {
    await expect(control.sign({ documentId })).rejects.toThrow(
      /^The timestamping service cannot be reached\. Nothing was signed yet\./,
    );
  }
  await control.clearFaults({ fault: 'no-timestamp' });
  await expect
    .poll(async () => (await callApi(sandbox, `/${documentId}`)).content.status)
    .toBe('COMPLETED');
});

test('all faults are listed, with how many more times they happen', async () => {
  await world.control.setFault({ fault: 'truncated', times: 3 });
  const faults = await world.control.listFaults();
  expect(faults.map(({ fault }) => fault)).toEqual([
    ...Object.keys(FAULTS),
    ...Object.keys(API_FAULTS),
  ]);
  expect(faults.filter(({ times }) => times !== 0)).toMatchObject([
    { fault: 'truncated', times: 3 },
  ]);
  expect(await world.control.clearFaults()).toHaveLength(1);
  expect(await world.control.clearFaults()).toEqual([]);
});

test.each([
  [{ fault: 'nonsense', times: 1 }, /Unknown fault: nonsense\. Known faults: wrong-hash, /],
  [{ fault: 'slow', times: 0 }, /at least once/],
  [{ fault: 'slow', times: 1.5 }, /whole number/],
  [{ fault: 'slow', times: 1, delayMs: 3600_000 }, /at most 10 minutes/],
])('%j is refused with an explanation', async (order, message) => {
  await expect(world.control.setFault(order)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(message),
  });
});

test('a reset clears the faults', async () => {
  await world.control.setFault({ fault: 'down', times: 'always' });
  await world.control.reset();
  expect((await world.control.listFaults()).every(({ times }) => times === 0)).toBe(true);
});
