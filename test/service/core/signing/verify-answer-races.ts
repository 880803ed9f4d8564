import { expect, test } from 'vitest';
import { crashAt, untilCrash } from '../../../support/kills/crash-at.ts';
import type { Meeting } from '../../../support/kills/interleave.ts';
import { meetEverywhere } from '../../../support/kills/interleave.ts';
import type { SigningWorld } from '../../../support/service/signing-world.ts';
import { begin, beginOk, finish, signAs } from '../../../support/service/signing-world.ts';
import { aSigner, expectSignedOnce, reasonOf } from './one-signature.ts';

const SESSION_OVER_MS = 16 * 60_000;
/** The step of an answer's way that stores it: the one transaction before it is embedded. */
const STORED_AT = 2;

/** A signer whose session is over, and the answer to it. */
async function aLateAnswer(world: SigningWorld) {
  const signer = await aSigner(world);
  const late = await world.authority.answer(await beginOk(world.deps, signer.signerId));
  world.clock.advance(SESSION_OVER_MS);
  return { ...signer, late };
}

/** A late answer and a new beginning, either of them interrupted by the other. */
async function lateMeeting(
  world: SigningWorld,
  { first, seen }: { first: 'begin' | 'bring'; seen: Set<string> },
): Promise<Meeting> {
  const { documentId, signerId, late } = await aLateAnswer(world);
  const ended = { begin: '', bring: 'nothing' as string | null | undefined };
  const steps = {
    begin: async (deps: SigningWorld['deps']) => {
      ended.begin = (await begin(deps, signerId)).state;
    },
    bring: async (deps: SigningWorld['deps']) => {
      ended.bring = await reasonOf(world, late, deps);
    },
  };
  return {
    main: steps[first],
    other: () => steps[first === 'begin' ? 'bring' : 'begin'](world.deps),
    check: async (point) => {
      const isSigned = ended.bring === null;
      seen.add(isSigned ? 'signed' : 'left');
      if (!isSigned) expect(await signAs(world, signerId), point).toBeNull();
      if (isSigned && first === 'begin') expect(ended.begin, point).toBe('completed');
      await expectSignedOnce(world, documentId, point);
    },
  };
}

/** Answers that are late, repeated or for another attempt. */
export function verifyAnswerRaces(world: SigningWorld): void {
  test('the same answer brought four times at once signs once, and all are told so', async () => {
    const { documentId, signerId } = await aSigner(world);
    const answer = await world.authority.answer(await beginOk(world.deps, signerId));
    const told = await Promise.all([1, 2, 3, 4].map(() => reasonOf(world, answer)));
    expect(told).toEqual([null, null, null, null]);
    await expectSignedOnce(world, documentId, 'in the end');
  });

  test('the same answer brought at any step of itself signs once, and both are told so', async () => {
    const points = await meetEverywhere(world.deps, async () => {
      const { documentId, signerId } = await aSigner(world);
      const answer = await world.authority.answer(await beginOk(world.deps, signerId));
      const told: (string | null | undefined)[] = [];
      const bring = async (deps: SigningWorld['deps']) => {
        told.push(await reasonOf(world, answer, deps));
      };
      return {
        main: bring,
        other: () => bring(world.deps),
        check: async (point) => {
          expect(told, point).toEqual([null, null]);
          await expectSignedOnce(world, documentId, point);
        },
      };
    });
    expect(points.length).toBeGreaterThanOrEqual(6);
  });

  test('an answer for an attempt that was taken over is refused, recorded once, and changes nothing', async () => {
    const { documentId, signerId, late: old } = await aLateAnswer(world);
    const request = await beginOk(world.deps, signerId);
    expect(await reasonOf(world, old)).toBe('session_over');
    expect(await reasonOf(world, old)).toBe('session_over');
    const audit = await world.deps.store.readAudit(documentId);
    expect(audit.filter(({ type }) => type === 'gateway.failed')).toMatchObject([
      { data: { signerId, reason: 'late_answer' } },
    ]);
    expect((await world.deps.store.findDocument(documentId))?.status).toBe('SENT');
    expect(await reasonOf(world, await world.authority.answer(request))).toBeNull();
    await expectSignedOnce(world, documentId, 'in the end');
  });

  test.each([
    ['a late answer that comes at any step of a new beginning', 'begin'],
    ['a new beginning that comes at any step of a late answer', 'bring'],
  ] as const)('%s: the one signs, or leaves it to the other', async (_what, first) => {
    const seen = new Set<string>();
    await meetEverywhere(world.deps, async () => await lateMeeting(world, { first, seen }));
    expect([...seen].sort()).toEqual(['left', 'signed']);
  });

  test('an answer that was stored while another tab began is embedded, not taken over', async () => {
    const seen = new Set<boolean>();
    await meetEverywhere(world.deps, async () => {
      const { documentId, signerId, late } = await aLateAnswer(world);
      let isStored = false;
      return {
        main: async (deps) => void (await begin(deps, signerId)),
        other: async () => {
          const plan = { at: STORED_AT, when: 'after', ends: 'process' } as const;
          const crashing = crashAt(world.deps, plan);
          await untilCrash(() => finish(crashing.deps, late));
          isStored = (await world.deps.store.findLiveAttempt(documentId))?.state === 'returned';
          seen.add(isStored);
        },
        check: async (point) => {
          const told = await reasonOf(world, late);
          if (isStored) expect(told, point).toBeNull();
          if (told !== null) expect(await signAs(world, signerId), point).toBeNull();
          await expectSignedOnce(world, documentId, point);
        },
      };
    });
    expect([...seen].sort()).toEqual([false, true]);
  });

  test("an answer with another attempt's signature is refused, nothing is embedded, and the signer may sign", async () => {
    const [own, foreign] = [await aSigner(world), await aSigner(world)];
    const request = await beginOk(world.deps, own.signerId);
    const other = await world.authority.answer(await beginOk(world.deps, foreign.signerId));
    const read = await world.authority.gateway.complete({ msg: other });
    if (read.outcome !== 'signed') throw new Error('The authority did not sign.');
    const { cms, certificate } = read;
    const swapped = await world.authority.answer(request, { cms, certificate });
    const before = await world.deps.store.findDocument(own.documentId);
    expect(await reasonOf(world, swapped)).toBe('unsound');
    const after = await world.deps.store.findDocument(own.documentId);
    expect(after).toEqual(before);
    const audit = await world.deps.store.readAudit(own.documentId);
    expect(audit.at(-1)).toMatchObject({
      type: 'gateway.failed',
      data: { signerId: own.signerId, reason: 'hash_mismatch' },
    });
    expect(await signAs(world, own.signerId)).toBeNull();
    await expectSignedOnce(world, own.documentId, 'in the end');
  });
}
