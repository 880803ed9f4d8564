import type { SignaturePosition } from './placement.ts';

/** The size of a page as displayed, in PDF points. */
export interface PageExtent {
  readonly width: number;
  readonly height: number;
}

/** In points: page sizes are rarely round (595.304 × 841.890), so rectangles may exceed them. */
const TOLERANCE = 0.5;

function isOutside({ x, y, width, height }: SignaturePosition, page: PageExtent): boolean {
  const isLow = x < -TOLERANCE || y < -TOLERANCE;
  return isLow || x + width > page.width + TOLERANCE || y + height > page.height + TOLERANCE;
}

/** Why a rectangle is not on its page, without subject and full stop; undefined if it is. */
export function rectangleProblem(
  position: SignaturePosition,
  pages: readonly PageExtent[],
): string | undefined {
  const page = pages[position.page - 1];
  const has = pages.length === 1 ? '1 page' : `${pages.length} pages`;
  if (!page) return `is placed on page ${position.page}, but the document has ${has}`;
  if (!isOutside(position, page)) return undefined;
  const size = `${page.width} × ${page.height} points`;
  return `is placed outside page ${position.page} (${size}); the document has ${has}`;
}
