import { expect, test } from 'vitest';
import { answerBytes, answerSha256 } from '../../../../src/service/core/signing/evidence.ts';
import { GatewayAnswerRefused } from '../../../../src/service/ports/signing-gateway.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { beginOk, finish, signAs } from '../../../support/service/signing-world.ts';
import { aSigner, expectSignedOnce, reasonOf, txnOf } from './one-signature.ts';

const world = await makeSigningWorld();

const sha256Of = (msg: string) => answerSha256(answerBytes({ msg }));

const failuresOf = async (documentId: string) =>
  (await world.deps.store.readAudit(documentId))
    .filter(({ type }) => type === 'gateway.failed')
    .map(({ data }) => data);

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
