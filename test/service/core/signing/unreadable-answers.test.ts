import { afterAll, expect, test } from 'vitest';
import { AnswerJudge } from '../../../../src/service/adapters/gateway/answer-judge.ts';
import type { ServiceDeps } from '../../../../src/service/core/deps.ts';
import { expireAttempts } from '../../../../src/service/core/signing/end-attempt.ts';
import { answerBytes } from '../../../../src/service/core/signing/evidence.ts';
import {
  makeDue,
  resumeSignatures,
} from '../../../../src/service/core/signing/resume-signatures.ts';
import { crashAt, untilCrash } from '../../../support/kills/crash-at.ts';
import { aGateway } from '../../../support/service/a-gateway.ts';
import { DEADLY, openDeadlyJudge } from '../../../support/service/deadly-judge.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { beginOk, finish, resumeLater, signAs } from '../../../support/service/signing-world.ts';
import { judgeScript } from '../../../support/service/test-judge.ts';
import { openAnyStores } from '../../../support/store/any-store.ts';
import { aSigner, expectSignedOnce, txnOf } from './one-signature.ts';

const [store, otherStore] = await openAnyStores();
const world = await makeSigningWorld(store);
afterAll(() => otherStore.close());

const DIED = { name: 'AnswerNotJudged', reason: 'died' };
const BUSY = { name: 'AnswerNotJudged', reason: 'busy' };
const HOURS_MS = 2 * 3600_000;

/** A process whose judge dies of one answer; its own or the other process's store. */
async function aProcess(ofProcess = store) {
  const { judge, deaths } = await openDeadlyJudge();
  const gateways = [aGateway(world.authority.pki, world.clock, { judge })] as const;
  const deps: ServiceDeps = { ...world.deps, store: ofProcess, gateways };
  return { deps, deaths, resume: () => resumeLater({ deps, clock: world.clock }) };
}

/** Two processes, and a signer who is at the authority. */
async function begun() {
  const [first, second] = [await aProcess(), await aProcess(otherStore)];
  const signer = await aSigner(world);
  const request = await beginOk(world.deps, signer.signerId);
  const txn = txnOf(request);
  const deaths = async () => (await first.deaths()) + (await second.deaths());
  return { ...signer, request, txn, first, second, deaths };
}

/** A signer whose answer was set aside, since it ended the judges of two processes. */
async function setAside() {
  const world = await begun();
  await expect(finish(world.first.deps, DEADLY, world.txn)).rejects.toMatchObject(DIED);
  const [failure] = await world.second.resume();
  expect(String(failure)).toContain(`esign admin attempt resume ${world.txn}`);
  return world;
}

const reasonsIn = async (documentId: string) =>
  (await store.readAudit(documentId, { type: 'gateway.failed' })).map(({ data }) => data.reason);

const attemptOf = (txn: string) => store.findAttempt(txn);

test('an answer that ends the judges of two processes is judged by no third one', async () => {
  const { documentId, txn, first, second, deaths } = await setAside();
  expect(await deaths()).toBe(2);
  expect(await attemptOf(txn)).toMatchObject({ state: 'at_gateway', isSetAside: true });
  expect(await reasonsIn(documentId)).toEqual(['unreadable_answer']);
  expect([await first.resume(), await second.resume()]).toEqual([[], []]);
  expect(await finish(first.deps, DEADLY, txn)).toMatchObject({ reason: 'unreadable_answer' });
  expect(await deaths()).toBe(2);
  expect(await reasonsIn(documentId)).toEqual(['unreadable_answer']);
});

test('the browser that brings it again is told so after the second time', async () => {
  const { txn, first, deaths } = await begun();
  await expect(finish(first.deps, DEADLY, txn)).rejects.toMatchObject(DIED);
  expect(await finish(first.deps, DEADLY, txn)).toMatchObject({ reason: 'unreadable_answer' });
  expect(await deaths()).toBe(2);
});

test('where two processes ended while they judged, the next one does not begin', async () => {
  const { documentId, txn, first, second, deaths } = await begun();
  const dies = { at: 1, when: 'after', ends: 'process' } as const;
  const one = crashAt(first.deps, dies);
  await untilCrash(() => finish(one.deps, DEADLY, txn));
  world.clock.advance(10_001);
  const other = crashAt(second.deps, dies);
  await untilCrash(() => resumeSignatures(other.deps));
  expect([one.point(), other.point()]).toEqual([
    'after 1 store.keepAnswer',
    'after 1 store.claimAttempt',
  ]);
  await expect(finish(first.deps, DEADLY, txn)).rejects.toMatchObject(BUSY);
  world.clock.advance(60_001);
  expect(await first.resume()).toHaveLength(1);
  expect(await attemptOf(txn)).toMatchObject({ isSetAside: true });
  expect(await reasonsIn(documentId)).toEqual(['unreadable_answer']);
  expect(await deaths()).toBe(0);
});

test('the signer starts again, and the answer stays as evidence', async () => {
  const { documentId, signerId, txn } = await setAside();
  expect(await signAs(world, signerId)).toBeNull();
  await expectSignedOnce(world, documentId, 'after they started again');
  expect(await attemptOf(txn)).toMatchObject({
    state: 'stale',
    answer: answerBytes({ msg: DEADLY }),
  });
});

test('a genuine answer that comes afterwards is embedded', async () => {
  const { documentId, request, txn, first } = await setAside();
  const answer = await world.authority.answer(request);
  expect((await finish(first.deps, answer, txn))?.reason).toBeNull();
  await expectSignedOnce(world, documentId, 'in spite of the other');
});

test('what else is posted to its address is refused, and does not replace it', async () => {
  const { documentId, txn, first } = await setAside();
  const forged = finish(first.deps, 'forged', txn);
  await expect(forged).rejects.toMatchObject({ reason: 'malformed' });
  expect(await attemptOf(txn)).toMatchObject({ isSetAside: true });
  expect(await reasonsIn(documentId)).toEqual(['unreadable_answer']);
});

test('it lapses like an attempt without an answer', async () => {
  const { txn } = await setAside();
  world.clock.advance(HOURS_MS);
  await expireAttempts(world.deps, new AbortController().signal);
  expect(await attemptOf(txn)).toMatchObject({
    state: 'expired',
    reason: 'unreadable_answer',
    answer: answerBytes({ msg: DEADLY }),
  });
});

test('an operator has it judged once more by naming it, and not with all others', async () => {
  const { documentId, txn, first, deaths } = await setAside();
  const all = await makeDue(world.deps, null);
  expect(all.attempts).not.toContain(txn);
  expect(all.setAside).toContain(txn);
  expect(await first.resume()).toEqual([]);
  expect(await makeDue(world.deps, txn)).toEqual({ attempts: [txn], setAside: [txn] });
  expect(await first.resume()).toHaveLength(1);
  expect(await deaths()).toBe(3);
  expect(await attemptOf(txn)).toMatchObject({ isSetAside: true });
  expect(await reasonsIn(documentId)).toEqual(['unreadable_answer', 'unreadable_answer']);
});

test('judgings that were not begun, or came back, do not count', async () => {
  const { documentId, request, txn, first, second } = await begun();
  const answer = await world.authority.answer(request);
  const full = new AnswerJudge({ script: await judgeScript(), queue: 0 });
  const busy = [aGateway(world.authority.pki, world.clock, { judge: full })] as const;
  const missing = [aGateway(world.authority.pki, world.clock, { id: 'other' })] as const;
  for (const gateways of [busy, missing, busy, missing]) {
    await finish({ ...first.deps, gateways }, answer, txn).catch(() => undefined);
    await resumeLater({ deps: { ...second.deps, gateways }, clock: world.clock });
  }
  expect(await attemptOf(txn)).not.toHaveProperty('isSetAside');
  expect(await first.resume()).toEqual([]);
  await expectSignedOnce(world, documentId, 'once it was judged');
});
