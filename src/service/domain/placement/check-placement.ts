import type { SignaturePosition } from '../../../contract/placement.ts';
import type { PageSize, Signer } from '../document.ts';

/** Page sizes are rarely round (595.304 × 841.890): a rectangle may exceed its page by this much, in points. */
const TOLERANCE = 0.5;

type Placeable = Pick<Signer, 'name' | 'signingOrder' | 'positions'>;

function isOutside({ x, y, width, height }: SignaturePosition, page: PageSize): boolean {
  const isLow = x < -TOLERANCE || y < -TOLERANCE;
  return isLow || x + width > page.width + TOLERANCE || y + height > page.height + TOLERANCE;
}

function misplacement(pages: readonly PageSize[], { name, signingOrder, positions }: Placeable) {
  const who = `Signer ${signingOrder} (${name})`;
  for (const position of positions ?? []) {
    const page = pages[position.page - 1];
    const has = pages.length === 1 ? '1 page' : `${pages.length} pages`;
    if (!page) return `${who} is placed on page ${position.page}, but the document has ${has}.`;
    if (isOutside(position, page)) {
      const size = `${page.width} × ${page.height} points`;
      return `${who} is placed outside page ${position.page} (${size}); the document has ${has}.`;
    }
  }
  return undefined;
}

/** The first requested rectangle that is not on a page, in words; undefined when all are. */
export function placementProblem(
  pages: readonly PageSize[],
  signers: readonly Placeable[],
): string | undefined {
  for (const signer of signers) {
    const problem = misplacement(pages, signer);
    if (problem) return problem;
  }
  return undefined;
}
