import { expect, test } from 'vitest';
import type { CrashPlan } from '../../../support/kills/crash-at.ts';
import { crashAt, forEachCrash, untilCrash } from '../../../support/kills/crash-at.ts';
import type { DocumentFacts } from '../../../support/service/document-facts.ts';
import { factsOf, QueuedItems } from '../../../support/service/document-facts.ts';
import type { SigningWorld } from '../../../support/service/signing-world.ts';
import { aCaller, aDraft, send } from '../../../support/service/signing-world.ts';

const DRAWN_UP = ['document.created', 'file.hashed', 'signer.added', 'signer.added'];

const PENDING: DocumentFacts = {
  status: 'PENDING',
  creditsLeft: 10,
  mails: [],
  events: [],
  audit: DRAWN_UP,
  auditBreak: undefined,
  prepared: 'none',
  head: 'none',
  signed: [false, false],
};

const SENT: DocumentFacts = {
  ...PENDING,
  status: 'SENT',
  creditsLeft: 8,
  mails: [
    'signing-link signer1@example.in',
    'signing-link signer2@example.in',
    'reminder signer1@example.in',
    'reminder signer1@example.in',
    'reminder signer1@example.in',
  ],
  audit: [...DRAWN_UP, 'credits.deducted', 'document.sent', 'email.queued', 'email.queued'],
  prepared: 'whole',
  head: 'whole',
};

/** A send that fails as planned, then another one after a restart; answers where the first failed. */
async function trySend(world: SigningWorld, plan: CrashPlan): Promise<string | undefined> {
  const { deps } = world;
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, 2);
  const queued = new QueuedItems(deps.store, documentId);
  const crashing = crashAt(deps, plan);
  await untilCrash(() => send(crashing.deps, caller, documentId));
  const point = crashing.point();

  const left = await factsOf(deps, queued, documentId);
  expect(left, `left ${point}`).toEqual(left.status === 'PENDING' ? PENDING : SENT);
  const again = await send(deps, caller, documentId).catch((error: Error) => error);
  const refusal = expect.objectContaining({ code: 'invalid_state' });
  const taken = expect.objectContaining({ status: 'SENT', creditsRemaining: 8 });
  expect(again, `again ${point}`).toEqual(left.status === 'PENDING' ? taken : refusal);
  expect(await factsOf(deps, queued, documentId), `in the end ${point}`).toEqual(SENT);
  return point;
}

/** Crashes (`process`) or failures (`step`), before or after each step of a send. */
export function verifySendCrash(
  world: SigningWorld,
  kinds: readonly Omit<CrashPlan, 'at'>[],
): void {
  test.each(kinds)(
    'a failure of the $ends $when any step of a send leaves all of it or nothing, and a repeated send ends in one',
    async ({ when, ends }) => {
      const points = await forEachCrash({ when, ends }, (plan) => trySend(world, plan));
      expect(points).toEqual([
        `${when} 1 store.findDocument`,
        `${when} 2 store.creditBalance`,
        `${when} 3 files.withLocalCopy`,
        `${when} 4 store.readAudit`,
        `${when} 5 pdf.survey`,
        `${when} 6 files.withFolder`,
        `${when} 7 pdf.placeFields`,
        `${when} 8 files.create`,
        `${when} 9 store.transaction`,
        `${when} 10 tx.lockDocument`,
        `${when} 11 tx.chargeCredits`,
        `${when} 12 tx.changeDocument`,
        `${when} 13 tx.appendAudit`,
        `${when} 14 tx.queueMails`,
        `${when} 15 tx.findTopUp`,
        `${when} 16 tx.tellOnce`,
        `${when} 17 tx.listMembers`,
      ]);
    },
  );
}
