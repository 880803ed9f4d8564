import { expect, test } from 'vitest';
import {
  makeDue,
  resumeSignatures,
} from '../../../../src/service/core/signing/resume-signatures.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { beginOk, finish } from '../../../support/service/signing-world.ts';
import { askedFor } from '../../../support/service/test-authority.ts';
import { aSigner, expectSignedOnce } from './one-signature.ts';

const world = await makeSigningWorld();
const { deps } = world;

/** A signature that the service failed to embed just now. */
async function aWaitingAnswer() {
  const { documentId, signerId } = await aSigner(world);
  const request = await beginOk(deps, signerId);
  const answer = await world.authority.answer(request);
  const stuck = { ...deps.files, read: () => Promise.reject(new Error('the disk hangs')) };
  await expect(finish({ ...deps, files: stuck }, answer)).rejects.toThrow('the disk hangs');
  return { documentId, txn: askedFor(request).txn };
}

test('an answer that waits is gone on with at once, alone or with all others', async () => {
  const [one, other] = [await aWaitingAnswer(), await aWaitingAnswer()];
  expect(await resumeSignatures(deps)).toEqual([]);
  expect(await makeDue(deps, one.txn)).toEqual({ attempts: [one.txn], setAside: [] });
  expect(await resumeSignatures(deps)).toEqual([]);
  await expectSignedOnce(world, one.documentId, 'once it was due');
  expect(await deps.store.findAttempt(other.txn)).toMatchObject({ state: 'returned' });
  expect(await makeDue(deps, null)).toEqual({ attempts: [other.txn], setAside: [] });
  expect(await resumeSignatures(deps)).toEqual([]);
  await expectSignedOnce(world, other.documentId, 'with all');
  expect(await makeDue(deps, null)).toEqual({ attempts: [], setAside: [] });
});

test('an attempt without an answer, one that has ended, and an unknown one are told apart', async () => {
  const { signerId } = await aSigner(world);
  const request = await beginOk(deps, signerId);
  const { txn } = askedFor(request);
  const state = 'invalid_state';
  await expect(makeDue(deps, txn)).rejects.toMatchObject({
    code: state,
    message: 'The attempt has no answer yet.',
  });
  await finish(deps, world.authority.refuse(request));
  await expect(makeDue(deps, txn)).rejects.toMatchObject({
    code: state,
    message: 'The attempt has ended: failed.',
  });
  await expect(makeDue(deps, 'ESIGN-none')).rejects.toMatchObject({ code: 'not_found' });
});
