import { expect, test } from 'vitest';
import { meetEverywhere } from '../../../support/kills/interleave.ts';
import { soundSignatures } from '../../../support/service/document-facts.ts';
import type { SigningWorld } from '../../../support/service/signing-world.ts';
import { begin, beginOk, signAs } from '../../../support/service/signing-world.ts';
import { aSigner, expectSignedOnce, reasonOf, txnOf } from './one-signature.ts';

/** Concurrent beginnings. */
export function verifyTabRaces(world: SigningWorld): void {
  test('two tabs that begin at any step of each other share one attempt, which signs', async () => {
    const points = await meetEverywhere(world.deps, async () => {
      const { documentId, signerId } = await aSigner(world);
      const requests: string[] = [];
      const open = async (deps: SigningWorld['deps']) => {
        requests.push(await beginOk(deps, signerId));
      };
      return {
        main: open,
        other: () => open(world.deps),
        check: async (point) => {
          expect(new Set(requests.map(txnOf)).size, point).toBe(1);
          const answer = await world.authority.answer(requests[0] ?? '');
          expect(await reasonOf(world, answer), point).toBeNull();
          await expectSignedOnce(world, documentId, point);
        },
      };
    });
    expect(points.length).toBeGreaterThanOrEqual(5);
  });

  test('four tabs that begin at once share one attempt', async () => {
    const { signerId } = await aSigner(world);
    const requests = await Promise.all([1, 2, 3, 4].map(() => beginOk(world.deps, signerId)));
    expect(new Set(requests.map(txnOf)).size).toBe(1);
  });

  test('nobody signs before their turn, whenever they try', async () => {
    const seen = new Set<string>();
    await meetEverywhere(world.deps, async () => {
      const { documentId, signerId, secondId } = await aSigner(world, 2);
      const answer = await world.authority.answer(await beginOk(world.deps, signerId));
      let second = '';
      return {
        main: async (deps) => {
          expect(await reasonOf(world, answer, deps)).toBeNull();
        },
        other: async () => {
          second = (await begin(world.deps, secondId)).state;
        },
        check: async (point) => {
          seen.add(second);
          // The file is removed, and the link looked up, when the signature is recorded.
          const isEarly = !/files\.remove|findDocumentOfSigner|one after the other/.test(point);
          expect(second, point).toBe(isEarly ? 'waiting' : 'at_gateway');
          expect(await signAs(world, secondId), point).toBeNull();
          expect(await soundSignatures(world.deps, documentId), point).toBe(2);
        },
      };
    });
    expect([...seen].sort()).toEqual(['at_gateway', 'waiting']);
  });
}
