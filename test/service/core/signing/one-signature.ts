import { expect } from 'vitest';
import { factsOf, QueuedItems, soundSignatures } from '../../../support/service/document-facts.ts';
import type { SigningWorld } from '../../../support/service/signing-world.ts';
import { aSentDocument, finish } from '../../../support/service/signing-world.ts';
import { askedFor } from '../../../support/service/test-authority.ts';

/** The attempt that a request is for. */
export const txnOf = (request: string): string => askedFor(request).txn;

/** A sent document with its first two signers. */
export async function aSigner(world: SigningWorld, signers = 1) {
  const { documentId, signerIds } = await aSentDocument(world, signers);
  const [signerId = '', secondId = ''] = signerIds;
  return { documentId, signerId, secondId };
}

/** The reason shown to a signer who posts an answer; null when they signed. */
export const reasonOf = async (world: SigningWorld, answer: string, deps = world.deps) =>
  (await finish(deps, answer))?.reason;

/** One signature of the only signer, everything about it once. */
export async function expectSignedOnce(world: SigningWorld, documentId: string, point: string) {
  const { deps } = world;
  const facts = await factsOf(deps, new QueuedItems(deps.store, documentId), documentId);
  const times = (type: string) => facts.audit.filter((one) => one === type).length;
  const once = {
    status: facts.status,
    events: facts.events,
    signed: times('signer.signed'),
    completed: times('document.completed'),
    auditBreak: facts.auditBreak,
    sound: await soundSignatures(deps, documentId),
  };
  expect(once, point).toEqual({
    status: 'COMPLETED',
    events: ['signer.signed', 'document.completed'],
    signed: 1,
    completed: 1,
    auditBreak: undefined,
    sound: 1,
  });
}
