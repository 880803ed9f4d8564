import { expect, test } from 'vitest';
import { openPki } from '../../../../src/sandbox/authority/pki/pki.ts';
import { embedSignature } from '../../../../src/service/core/signing/embed-signature.ts';
import {
  makeDue,
  resumeSignatures,
} from '../../../../src/service/core/signing/resume-signatures.ts';
import { crashAt, untilCrash } from '../../../support/kills/crash-at.ts';
import { aGateway } from '../../../support/service/a-gateway.ts';
import { factsOf, QueuedItems, soundSignatures } from '../../../support/service/document-facts.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import {
  aSentDocument,
  begin,
  beginOk,
  finish,
  resumeLater,
  signAs,
} from '../../../support/service/signing-world.ts';
import { askedFor } from '../../../support/service/test-authority.ts';
import { temporaryFolder } from '../../../support/store/database.ts';
import { aSigner, expectSignedOnce } from './one-signature.ts';

const world = await makeSigningWorld();
const { deps } = world;

/** The step after which an answer is stored and not yet embedded. */
const STORED = { at: 2, when: 'after', ends: 'process' } as const;

/** A signer whose answer was stored when the service stopped. */
async function anInterruptedSigner() {
  const signer = await aSigner(world);
  const answer = await world.authority.answer(await beginOk(deps, signer.signerId));
  await untilCrash(() => finish(crashAt(deps, STORED).deps, answer));
  const attempt = await deps.store.findLiveAttempt(signer.documentId);
  if (attempt?.state !== 'returned') throw new Error('No answer was stored.');
  return { ...signer, attempt, answer };
}

test('every interrupted signature is embedded, and a second resuming changes nothing', async () => {
  const signers = [await anInterruptedSigner(), await anInterruptedSigner()];
  expect(await resumeLater(world)).toEqual([]);
  expect(await resumeLater(world)).toEqual([]);
  for (const { documentId } of signers) await expectSignedOnce(world, documentId, 'in the end');
});

test('two processes that resume at once embed each signature once', async () => {
  const { documentId } = await anInterruptedSigner();
  world.clock.advance(60_000);
  await Promise.all([resumeSignatures(deps), resumeSignatures(deps)]);
  await expectSignedOnce(world, documentId, 'in the end');
});

test('one that cannot be embedded is answered with its reason and keeps none of the others', async () => {
  const broken = await anInterruptedSigner();
  const whole = await anInterruptedSigner();
  const prepared = await deps.files.read(broken.attempt.preparedKey);
  await deps.files.remove(broken.attempt.preparedKey);
  expect(await resumeLater(world)).toMatchObject([{ name: 'FileMissing' }]);
  await expectSignedOnce(world, whole.documentId, 'the other one');

  await deps.files.write(broken.attempt.preparedKey, prepared);
  expect(await resumeLater(world)).toEqual([]);
  await expectSignedOnce(world, broken.documentId, 'once its file is back');
});

/** The trail's entries about failed attempts. */
const failuresOf = async (documentId: string) =>
  (await deps.store.readAudit(documentId)).filter(({ type }) => type === 'gateway.failed');

test('a signature that cannot be embedded three times is given up, and its signer is told to start again', async () => {
  const { documentId, signerId, attempt, answer } = await anInterruptedSigner();
  await deps.files.remove(attempt.preparedKey);
  expect(await resumeLater(world)).toMatchObject([{ name: 'FileMissing' }]);
  await expect(finish(deps, answer)).rejects.toMatchObject({ name: 'FileMissing' });
  expect(await failuresOf(documentId)).toEqual([]);
  expect((await finish(deps, answer))?.reason).toBe('embedding_failed');
  const data = { signerId, txn: attempt.txn, reason: 'embedding_failed' };
  expect(await failuresOf(documentId)).toMatchObject([{ data }]);
  expect(await resumeLater(world)).toEqual([]);
  expect(await signAs(world, signerId)).toBeNull();
  await expectSignedOnce(world, documentId, 'in the end');
});

test('a signer whose signature is given up while they begin goes straight to the authority', async () => {
  const { documentId, signerId, attempt } = await anInterruptedSigner();
  await deps.files.remove(attempt.preparedKey);
  await expect(begin(deps, signerId)).rejects.toMatchObject({ name: 'FileMissing' });
  await expect(begin(deps, signerId)).rejects.toMatchObject({ name: 'FileMissing' });
  const again = await world.authority.answer(await beginOk(deps, signerId));
  expect((await finish(deps, again))?.reason).toBeNull();
  await expectSignedOnce(world, documentId, 'in the end');
});

test('a failure to embed that meets the embedding itself takes nothing away', async () => {
  const { documentId, attempt } = await anInterruptedSigner();
  const read = () => Promise.reject(new Error('the disk hangs'));
  const stuck = { ...deps, files: { ...deps.files, read } };
  await expect(embedSignature(stuck, attempt)).rejects.toThrow('the disk hangs');
  await expect(embedSignature(stuck, attempt)).rejects.toThrow('the disk hangs');
  const late = async () => {
    expect(await embedSignature(deps, attempt)).toBeNull();
    return await read();
  };
  const files = { ...deps.files, read: late };
  expect(await embedSignature({ ...deps, files }, attempt)).toBeNull();
  expect(await failuresOf(documentId)).toEqual([]);
  await expectSignedOnce(world, documentId, 'in the end');
});

test('an answer that is no longer the authority’s signs nothing, and the signer can start again', async () => {
  const { documentId, signerId, attempt } = await anInterruptedSigner();
  const folder = await temporaryFolder();
  const gateway = aGateway(await openPki(folder.path, world.clock.now()), world.clock);
  await folder.remove();
  expect(await resumeLater({ ...world, deps: { ...deps, gateways: [gateway] } })).toEqual([]);
  expect(await deps.store.findAttempt(attempt.txn)).toMatchObject({
    state: 'failed',
    reason: 'bad_gateway_signature',
  });
  expect(await signAs(world, signerId)).toBeNull();
  await expectSignedOnce(world, documentId, 'in the end');
});

test('a crash between two signatures loses neither', async () => {
  const { documentId, signerIds } = await aSentDocument(world, 2);
  const [first = '', second = ''] = signerIds;
  const answer = await world.authority.answer(await beginOk(deps, first));
  const crashing = crashAt(deps, { at: 8, when: 'before', ends: 'process' });
  await untilCrash(() => finish(crashing.deps, answer));
  expect(crashing.point()).toBe('before 8 store.findSentDocument');
  expect(await begin(deps, second)).toEqual({ state: 'waiting' });
  await resumeLater(world);
  expect(await signAs(world, second)).toBeNull();
  const queued = new QueuedItems(deps.store, documentId);
  const facts = await factsOf(deps, queued, documentId);
  expect(facts.events).toEqual(['signer.signed', 'signer.signed', 'document.completed']);
  expect(facts.signed).toEqual([true, true]);
  expect(await soundSignatures(deps, documentId)).toBe(2);
});

test('an answer that waits is gone on with at once, alone or with all others', async () => {
  const [one, other] = [await anInterruptedSigner(), await anInterruptedSigner()];
  expect(await resumeSignatures(deps)).toEqual([]);
  expect(await makeDue(deps, one.attempt.txn)).toEqual({
    attempts: [one.attempt.txn],
    setAside: [],
  });
  expect(await resumeSignatures(deps)).toEqual([]);
  await expectSignedOnce(world, one.documentId, 'once it was due');
  expect(await deps.store.findAttempt(other.attempt.txn)).toMatchObject({ state: 'returned' });
  expect(await makeDue(deps, null)).toEqual({ attempts: [other.attempt.txn], setAside: [] });
  expect(await resumeSignatures(deps)).toEqual([]);
  await expectSignedOnce(world, other.documentId, 'with all');
  expect(await makeDue(deps, null)).toEqual({ attempts: [], setAside: [] });
});

test('an attempt without an answer, one that has ended, and an unknown one are told apart', async () => {
  const { signerId } = await aSigner(world);
  const request = await beginOk(deps, signerId);
  const { txn } = askedFor(request);
  await expect(makeDue(deps, txn)).rejects.toMatchObject({
    code: 'invalid_state',
    message: 'The attempt has no answer yet.',
  });
  await finish(deps, world.authority.refuse(request));
  await expect(makeDue(deps, txn)).rejects.toThrow('The attempt has ended: failed.');
  await expect(makeDue(deps, 'ESIGN-none')).rejects.toMatchObject({ code: 'not_found' });
});
