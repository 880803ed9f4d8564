import { expect, test } from 'vitest';
import { documentState } from '../../../../src/service/core/documents/document-states.rules.ts';
import { withdrawDocument } from '../../../../src/service/core/documents/withdraw-document.ts';
import { DomainError } from '../../../../src/service/core/domain-error.rules.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { declineDocument } from '../../../../src/service/core/signing/decline-document.ts';
import { crashAt, untilCrash } from '../../../support/kills/crash-at.ts';
import { meetEverywhere } from '../../../support/kills/interleave.ts';
import { factsOf, QueuedItems, soundSignatures } from '../../../support/service/document-facts.ts';
import type { SigningWorld } from '../../../support/service/signing-world.ts';
import {
  aSentDocument,
  begin,
  beginOk,
  finish,
  resumeLater,
} from '../../../support/service/signing-world.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import { expectSignedOnce, reasonOf } from './one-signature.ts';

type Deps = SigningWorld['deps'];

/** The step of an answer's way that stores it. */
const STORED_AT = 2;

const REASON = 'The rent is wrong';

/** A document whose only signer is at the authority, and the two ways to close it; each says whether it did. */
async function anAttempt(world: SigningWorld) {
  const { documentId, signerIds, caller } = await aSentDocument(world, 1);
  const [signerId = ''] = signerIds;
  const answer = await world.authority.answer(await beginOk(world.deps, signerId));
  const token = signingToken(world.deps.links.secret, { signerId, linkGeneration: 0 });
  const owner = asOwner(caller.account.accountId);
  const decline = (deps: Deps) => declineDocument(deps, { token, reason: REASON, origin: SYSTEM });
  const withdraw = async (deps: Deps) => {
    const order = { documentId, reason: REASON, origin: SYSTEM };
    return await withdrawDocument(deps, owner, order).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DomainError && error.code === 'invalid_state') return false;
        throw error;
      },
    );
  };
  return { documentId, signerId, answer, close: { decline, withdraw } };
}

const WAYS = ['decline', 'withdraw'] as const;
const ENTRIES = { decline: 'signer.declined', withdraw: 'document.withdrawn' } as const;

/** Closed once, without a signature, and for good. */
async function expectClosed(
  world: SigningWorld,
  { documentId, signerId, answer }: Awaited<ReturnType<typeof anAttempt>>,
  point: string,
) {
  const { deps } = world;
  expect(await reasonOf(world, answer), point).toBe('session_over');
  expect((await begin(deps, signerId)).state, point).not.toBe('at_gateway');
  expect(await resumeLater(world), point).toEqual([]);
  const facts = await factsOf(deps, new QueuedItems(deps.store, documentId), documentId);
  expect(facts, point).toMatchObject({
    status: 'SENT',
    events: [],
    signed: [false],
    head: 'whole',
    auditBreak: undefined,
  });
  const closings = facts.audit.filter((type) => Object.values<string>(ENTRIES).includes(type));
  expect(closings, point).toHaveLength(1);
  expect(facts.audit, point).not.toContain('signature.embedded');
  expect(await deps.store.findLiveAttempt(documentId), point).toBeUndefined();
  const document = await deps.store.findDocument(documentId);
  expect(document && documentState(document), point).toMatch(/^(declined|withdrawn)$/);
  expect(await soundSignatures(deps, documentId), point).toBe(0);
}

/** A document is either signed or closed, whatever its signer and its sender do at the same time. */
export function verifyClosingRaces(world: SigningWorld): void {
  test.each(WAYS)(
    'a %s at any step of an answer: signed and open, or closed and unsigned',
    async (way) => {
      const seen = new Set<boolean>();
      const points = await meetEverywhere(world.deps, async () => {
        const attempt = await anAttempt(world);
        let isClosing = false;
        return {
          main: async (deps) => void (await finish(deps, attempt.answer)),
          other: async () => {
            isClosing = await attempt.close[way](world.deps);
          },
          check: async (point) => {
            seen.add(isClosing);
            if (isClosing) await expectClosed(world, attempt, point);
            else await expectSignedOnce(world, attempt.documentId, point);
          },
        };
      });
      expect([...seen].sort()).toEqual([false, true]);
      expect(points.length).toBeGreaterThanOrEqual(6);
    },
  );

  test.each(WAYS)(
    'an answer at any step of a %s: signed and open, or closed and unsigned',
    async (way) => {
      await meetEverywhere(world.deps, async () => {
        const attempt = await anAttempt(world);
        let isClosing = false;
        return {
          main: async (deps) => {
            isClosing = await attempt.close[way](deps);
          },
          other: async () => void (await finish(world.deps, attempt.answer)),
          check: async (point) => {
            if (isClosing) await expectClosed(world, attempt, point);
            else await expectSignedOnce(world, attempt.documentId, point);
          },
        };
      });
    },
  );

  test.each(WAYS)(
    'a %s at any step of a new beginning leaves no attempt that could sign',
    async (way) => {
      await meetEverywhere(world.deps, async () => {
        const attempt = await anAttempt(world);
        return {
          main: async (deps) => void (await begin(deps, attempt.signerId)),
          other: async () => expect(await attempt.close[way](world.deps)).toBe(true),
          check: async (point) => await expectClosed(world, attempt, point),
        };
      });
    },
  );

  test('of a decline and a withdrawal at the same time, one closes the document', async () => {
    await meetEverywhere(world.deps, async () => {
      const attempt = await anAttempt(world);
      const closed: boolean[] = [];
      return {
        main: async (deps) => void closed.push(await attempt.close.decline(deps)),
        other: async () => void closed.push(await attempt.close.withdraw(world.deps)),
        check: async (point) => {
          expect(closed.sort(), point).toEqual([false, true]);
          await expectClosed(world, attempt, point);
        },
      };
    });
  });

  test.each(WAYS)('an answer that a crash left stored is not embedded after a %s', async (way) => {
    const attempt = await anAttempt(world);
    const plan = { at: STORED_AT, when: 'after', ends: 'process' } as const;
    await untilCrash(() => finish(crashAt(world.deps, plan).deps, attempt.answer));
    const live = await world.deps.store.findLiveAttempt(attempt.documentId);
    expect(live?.state).toBe('returned');
    expect(await attempt.close[way](world.deps)).toBe(true);
    await expectClosed(world, attempt, 'after the start');
  });
}
