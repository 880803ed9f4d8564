import { expect, test } from 'vitest';
import { answerXml, sealXml } from '../../../../src/sandbox/authority/requests/answer-signer.ts';
import { finishSignature } from '../../../../src/service/core/signing/finish-signature.ts';
import type { CrashPlan } from '../../../support/kills/crash-at.ts';
import { crashAt, untilCrash } from '../../../support/kills/crash-at.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { beginOk, finish, resumeLater, signAs } from '../../../support/service/signing-world.ts';
import { aSigner, expectSignedOnce, reasonOf, txnOf } from './one-signature.ts';

const world = await makeSigningWorld();

/** The process is gone once an answer is kept, and before it is judged. */
const KEPT: CrashPlan = { at: 1, when: 'after', ends: 'process' };

const HALF_AN_HOUR_MS = 30 * 60_000;

const ORIGIN = {
  actor: 'authority:TEST',
  ip: '192.0.2.7',
  userAgent: 'Mozilla/5.0',
  requestId: 'req_1',
};

async function begun() {
  const signer = await aSigner(world);
  const request = await beginOk(world.deps, signer.signerId);
  return { ...signer, request, txn: txnOf(request) };
}

/** Brings an answer to a process that dies as soon as it has kept it. */
async function bringAndDie(msg: string, addressedTo: string): Promise<void> {
  const { deps, point } = crashAt(world.deps, KEPT);
  const request = { fields: { msg }, addressedTo, origin: ORIGIN };
  await untilCrash(() => finishSignature(deps, request));
  expect(point()).toBe('after 1 store.keepAnswer');
}

const trailOf = async (documentId: string, type: string) =>
  (await world.deps.store.readAudit(documentId)).filter((entry) => entry.type === type);

test('an answer whose process died before it was judged is embedded by another, and the trail says who brought it', async () => {
  const { documentId, signerId, request, txn } = await begun();
  await bringAndDie(await world.authority.answer(request), txn);
  expect(await world.deps.store.findAttempt(txn)).toMatchObject({ state: 'at_gateway' });
  expect(await resumeLater(world)).toEqual([]);
  await expectSignedOnce(world, documentId, 'after it was resumed');
  const { ip, userAgent, requestId } = ORIGIN;
  expect(await trailOf(documentId, 'gateway.returned')).toMatchObject([
    {
      actor: `signer:${signerId}`,
      requestId,
      personal: { ip: { value: ip }, userAgent: { value: userAgent } },
    },
  ]);
});

test('an answer is as fresh as when it arrived, however late it is judged', async () => {
  const { documentId, request, txn } = await begun();
  await bringAndDie(await world.authority.answer(request), txn);
  world.clock.advance(2 * HALF_AN_HOUR_MS);
  expect(await resumeLater(world)).toEqual([]);
  await expectSignedOnce(world, documentId, 'an hour later');
});

test('the same answer brought again goes on where the first one ended', async () => {
  const { documentId, request, txn } = await begun();
  const answer = await world.authority.answer(request);
  await bringAndDie(answer, txn);
  world.clock.advance(2 * HALF_AN_HOUR_MS);
  expect((await finish(world.deps, answer, txn))?.reason).toBeNull();
  await expectSignedOnce(world, documentId, 'brought again');
});

test('what is posted to the same address afterwards neither replaces nor overtakes a kept answer', async () => {
  const { documentId, request, txn } = await begun();
  await bringAndDie(await world.authority.answer(request), txn);
  const forged = finish(world.deps, 'forged', txn);
  await expect(forged).rejects.toMatchObject({ name: 'GatewayAnswerRefused' });
  await expectSignedOnce(world, documentId, 'in spite of the other');
});

test('a kept answer that is refused ends its attempt once, and the signer signs anew', async () => {
  const { documentId, signerId, txn } = await begun();
  await bringAndDie('forged', txn);
  expect(await resumeLater(world)).toEqual([]);
  expect(await resumeLater(world)).toEqual([]);
  expect(await trailOf(documentId, 'gateway.failed')).toMatchObject([
    { data: { reason: 'malformed' } },
  ]);
  expect(await signAs(world, signerId)).toBeNull();
  await expectSignedOnce(world, documentId, 'in the end');
});

test('an authority that has not finished leaves its place to the answer that follows', async () => {
  const { documentId, request, txn } = await begun();
  const { pki } = world.authority;
  const head = { txn, resCode: 'A'.repeat(32), at: world.clock.now() };
  const failed = answerXml({ outcome: 'failed', ...head, code: 'ESP-1', message: 'none' });
  await bringAndDie(sealXml(failed.replace('status="0"', 'status="2"'), pki.answer), txn);
  expect(await resumeLater(world)).toEqual([]);
  await bringAndDie(await world.authority.answer(request), txn);
  expect(await resumeLater(world)).toEqual([]);
  await expectSignedOnce(world, documentId, 'once it has finished');
});

test('an answer to no attempt, or to one that is over, is not kept', async () => {
  const { documentId, request, txn } = await begun();
  await bringAndDie('forged', 'ESIGN-unknown');
  expect(await reasonOf(world, await world.authority.answer(request))).toBeNull();
  await bringAndDie('forged', txn);
  expect(await resumeLater(world)).toEqual([]);
  expect(await trailOf(documentId, 'gateway.failed')).toEqual([]);
  await expectSignedOnce(world, documentId, 'in the end');
});
