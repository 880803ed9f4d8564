import { expect, test } from 'vitest';
import { answerXml, sealXml } from '../../../../src/sandbox/authority/requests/answer-signer.ts';
import { answerBytes, answerSha256 } from '../../../../src/service/core/signing/evidence.ts';
import { finishSignature } from '../../../../src/service/core/signing/finish-signature.ts';
import { GatewayAnswerRefused } from '../../../../src/service/ports/signing-gateway.ts';
import type { CrashPlan } from '../../../support/kills/crash-at.ts';
import { crashAt, untilCrash } from '../../../support/kills/crash-at.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { beginOk, finish, resumeLater, signAs } from '../../../support/service/signing-world.ts';
import { aSigner, expectSignedOnce, reasonOf, txnOf } from './one-signature.ts';

const world = await makeSigningWorld();

const sha256Of = (msg: string) => answerSha256(answerBytes({ msg }));

const failuresOf = async (documentId: string) =>
  (await world.deps.store.readAudit(documentId, { type: 'gateway.failed' })).map(
    ({ data }) => data,
  );

async function begun() {
  const signer = await aSigner(world);
  const request = await beginOk(world.deps, signer.signerId);
  return { ...signer, request, txn: txnOf(request) };
}

const answerTo = (request: string) => world.authority.answer(request);
const cut = async (request: string) => (await answerTo(request)).slice(0, 1000);

test.each([
  ['cut off', cut, 'malformed'],
  [
    'changed',
    async (r: string) => (await answerTo(r)).replace('resCode="0', 'resCode="1'),
    'bad_gateway_signature',
  ],
  ['missing', async () => '', 'malformed'],
  ['of another transaction', async () => answerTo((await begun()).request), 'unknown_txn'],
])(
  'an answer that is %s ends the attempt that it was brought to, with reason and hash, and the signer signs anew',
  async (_what, make, reason) => {
    const { documentId, signerId, request, txn } = await begun();
    const answer = await make(request);
    const bringing = finish(world.deps, answer, txn);
    await expect(bringing).rejects.toMatchObject({ name: 'GatewayAnswerRefused', reason });
    const answerSha256 = sha256Of(answer);
    expect(await failuresOf(documentId)).toEqual([{ signerId, txn, reason, answerSha256 }]);
    expect((await world.deps.store.findDocument(documentId))?.status).toBe('SENT');
    await expect(finish(world.deps, answer, txn)).rejects.toThrow(GatewayAnswerRefused);
    expect(await failuresOf(documentId)).toHaveLength(1);
    expect(await signAs(world, signerId)).toBeNull();
    await expectSignedOnce(world, documentId, 'in the end');
  },
);

test('an answer brought to the address of another transaction leaves its own alone', async () => {
  const [own, other] = [await begun(), await begun()];
  const answer = await answerTo(other.request);
  await expect(finish(world.deps, answer, own.txn)).rejects.toThrow(GatewayAnswerRefused);
  expect(await failuresOf(other.documentId)).toEqual([]);
  expect((await finish(world.deps, answer, other.txn))?.reason).toBeNull();
  await expectSignedOnce(world, other.documentId, 'in the end');
});

test('an answer that was used before is known for a replay', async () => {
  const [own, other] = [await begun(), await begun()];
  const answer = await answerTo(other.request);
  expect(await reasonOf(world, answer)).toBeNull();
  await expect(finish(world.deps, answer, own.txn)).rejects.toMatchObject({ reason: 'replayed' });
});

test('garbage that names no transaction of ours is refused, and nothing else happens', async () => {
  const { documentId, request } = await begun();
  for (const address of ['ESIGN-other', null]) {
    await expect(finish(world.deps, 'garbage', address)).rejects.toThrow(GatewayAnswerRefused);
  }
  expect(await failuresOf(documentId)).toEqual([]);
  expect(await reasonOf(world, await answerTo(request))).toBeNull();
});

test('another answer after the signature shows the signature, and is recorded once', async () => {
  const { documentId, signerId, request, txn } = await begun();
  expect(await reasonOf(world, await answerTo(request))).toBeNull();
  const replayed = await answerTo(request);
  expect(await reasonOf(world, replayed)).toBeNull();
  expect(await reasonOf(world, await answerTo(request))).toBeNull();
  const answerSha256 = sha256Of(replayed);
  expect(await failuresOf(documentId)).toEqual([
    { signerId, txn, reason: 'replayed', answerSha256 },
  ]);
  await expectSignedOnce(world, documentId, 'in the end');
});

test('a signature by another certificate than the one that the answer gives is not embedded', async () => {
  const [own, other] = [await begun(), await begun()];
  const read = await world.authority.gateway.complete({ msg: await answerTo(other.request) });
  if (read.outcome !== 'signed') expect.unreachable();
  const swapped = await world.authority.answer(own.request, { certificate: read.certificate });
  expect(await reasonOf(world, swapped)).toBe('unsound');
  expect(await failuresOf(own.documentId)).toMatchObject([{ reason: 'bad_signature' }]);
});

/** The process is gone once an answer is kept, and before it is judged. */
const KEPT: CrashPlan = { at: 1, when: 'after', ends: 'process' };

const HOUR_MS = 60 * 60_000;

const ORIGIN = {
  actor: 'authority:TEST',
  ip: '192.0.2.7',
  userAgent: 'Mozilla/5.0',
  requestId: 'req_1',
};

/** Brings an answer to a process that dies as soon as it has kept it. */
async function bringAndDie(msg: string, addressedTo: string): Promise<void> {
  const { deps, point } = crashAt(world.deps, KEPT);
  const request = { fields: { msg }, addressedTo, origin: ORIGIN };
  await untilCrash(() => finishSignature(deps, request));
  expect(point()).toBe('after 1 store.keepAnswer');
}

test('an answer whose process died before it was judged is embedded by another, and the trail says who brought it', async () => {
  const { documentId, signerId, request, txn } = await begun();
  await bringAndDie(await world.authority.answer(request), txn);
  expect(await world.deps.store.findAttempt(txn)).toMatchObject({ state: 'at_gateway' });
  expect(await resumeLater(world)).toEqual([]);
  await expectSignedOnce(world, documentId, 'after it was resumed');
  const { ip, userAgent, requestId } = ORIGIN;
  const type = 'gateway.returned';
  expect(await world.deps.store.readAudit(documentId, { type })).toMatchObject([
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
  world.clock.advance(HOUR_MS);
  expect(await resumeLater(world)).toEqual([]);
  await expectSignedOnce(world, documentId, 'an hour later');
});

test('the same answer brought again goes on where the first one ended', async () => {
  const { documentId, request, txn } = await begun();
  const answer = await world.authority.answer(request);
  await bringAndDie(answer, txn);
  world.clock.advance(HOUR_MS);
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
  expect(await failuresOf(documentId)).toMatchObject([{ reason: 'malformed' }]);
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
  expect(await failuresOf(documentId)).toEqual([]);
  await expectSignedOnce(world, documentId, 'in the end');
});
