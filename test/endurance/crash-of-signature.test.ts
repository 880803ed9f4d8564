import { expect, test } from 'vitest';
import { crashAt, forEachCrash, untilCrash } from '../support/kills/crash-at.ts';
import type { DocumentFacts } from '../support/service/document-facts.ts';
import { factsOf, QueuedItems, soundSignatures } from '../support/service/document-facts.ts';
import { makeSigningWorld } from '../support/service/make-signing-world.ts';
import {
  aSentDocument,
  begin,
  beginOk,
  finish,
  resumeLater,
  signAs,
} from '../support/service/signing-world.ts';
import { askedFor } from '../support/service/test-authority.ts';

const world = await makeSigningWorld();

const SENT_TO_ONE = ['document.created', 'file.hashed', 'signer.added'];
const SENDING = ['credits.deducted', 'document.sent', 'email.queued'];
const BEGINNING = ['consent.given', 'otp.requested'];
const ANSWER = ['otp.verified', 'gateway.returned'];

const SIGNED: DocumentFacts = {
  status: 'COMPLETED',
  creditsLeft: 9,
  mails: [
    'signing-link signer1@example.in',
    'completed signer1@example.in',
    'reminder signer1@example.in',
    'reminder signer1@example.in',
    'reminder signer1@example.in',
  ],
  events: ['signer.signed', 'document.completed'],
  audit: [
    ...SENT_TO_ONE,
    ...SENDING,
    ...BEGINNING,
    ...ANSWER,
    'signature.embedded',
    'signer.signed',
    'document.completed',
  ],
  auditBreak: undefined,
  prepared: 'whole',
  head: 'whole',
  signed: [true],
};

/** Everything that a finished signature leaves, once each, and a file that verifies. */
async function expectSignedOnce(documentId: string, point: string | undefined): Promise<void> {
  const { deps } = world;
  const queued = new QueuedItems(deps.store, documentId);
  expect(await factsOf(deps, queued, documentId), `facts ${point}`).toEqual(SIGNED);
  expect(await soundSignatures(deps, documentId), `signatures ${point}`).toBe(1);
  expect(await deps.store.findLiveAttempt(documentId), `live ${point}`).toBeUndefined();
}

/** Restarts and, if no answer was stored, signs again. */
async function recoverByRestart(signerId: string, answer: string, point: string | undefined) {
  const { deps } = world;
  await resumeLater(world);
  const { document } = (await deps.store.findDocumentOfSigner(signerId)) ?? {};
  if (document?.status === 'COMPLETED') return;
  const live = await deps.store.findLiveAttempt(document?.documentId ?? '');
  expect(live?.answer, `stored ${point}`).toBeNull();
  const request = await beginOk(deps, signerId);
  const anew = await world.authority.answer(request);
  expect(anew, `another answer ${point}`).not.toBe(answer);
  expect((await finish(deps, anew))?.reason, `signing again ${point}`).toBeNull();
}

/** Posts the same answer again. */
async function recoverBySameAnswer(_signerId: string, answer: string, point: string | undefined) {
  expect((await finish(world.deps, answer))?.reason, `same answer ${point}`).toBeNull();
}

/** Before a step and after the one that went before it are the same crash: each way to recover meets them all. */
test.each([
  { when: 'before', way: 'a restart', recover: recoverByRestart },
  { when: 'after', way: 'the same answer brought again', recover: recoverBySameAnswer },
] as const)(
  'after a crash $when any step of an answer, $way leads to one signature',
  async ({ when, recover }) => {
    const points = await forEachCrash({ when, ends: 'process' }, async (plan) => {
      const { documentId, signerIds } = await aSentDocument(world, 1);
      const signerId = String(signerIds[0]);
      const request = await beginOk(world.deps, signerId);
      const answer = await world.authority.answer(request);
      const crashing = crashAt(world.deps, plan);
      await untilCrash(() => finish(crashing.deps, answer, askedFor(request).txn));
      await recover(signerId, answer, crashing.point());
      await expectSignedOnce(documentId, crashing.point());
      return crashing.point();
    });
    const names = points.map((point) => point.split(' ')[2]);
    expect(names.slice(0, 6)).toEqual([
      'store.keepAnswer',
      'store.transaction',
      'tx.lockDocument',
      'tx.lockAttempt',
      'tx.changeAttempt',
      'tx.appendAudit',
    ]);
    expect(names).toEqual(expect.arrayContaining(['files.read', 'files.create']));
    expect(names.slice(-4)).toEqual([
      'tx.emitEvent',
      'tx.emitEvent',
      'tx.queueMails',
      'files.remove',
    ]);
  },
  60_000,
);

test('a crash at any step of a beginning leaves the signer free to sign', async () => {
  const points = await forEachCrash({ when: 'after', ends: 'process' }, async (plan) => {
    const { documentId, signerIds } = await aSentDocument(world, 1);
    const signerId = String(signerIds[0]);
    const crashing = crashAt(world.deps, plan);
    await untilCrash(() => begin(crashing.deps, signerId));
    expect(await signAs(world, signerId), crashing.point()).toBeNull();
    await expectSignedOnce(documentId, crashing.point());
    return crashing.point();
  });
  const names = points.map((point) => point.split(' ')[2]);
  expect(names).toEqual(expect.arrayContaining(['files.read', 'files.write', 'tx.insertAttempt']));
}, 60_000);
