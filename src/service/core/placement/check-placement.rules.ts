import type { PageExtent } from '../../../contract/rectangle-problem.ts';
import { rectangleProblem } from '../../../contract/rectangle-problem.ts';
import type { Signer } from '../documents/document.rules.ts';

type Placeable = Pick<Signer, 'name' | 'signingOrder' | 'positions'>;

/** The first requested rectangle that is off its page, in words; undefined for none. */
export function placementProblem(
  pages: readonly PageExtent[],
  signers: readonly Placeable[],
): string | undefined {
  for (const { name, signingOrder, positions } of signers) {
    const problems = (positions ?? []).map((position) => rectangleProblem(position, pages));
    const found = problems.find((problem) => problem !== undefined);
    if (found !== undefined) return `Signer ${signingOrder} (${name}) ${found}.`;
  }
  return undefined;
}
