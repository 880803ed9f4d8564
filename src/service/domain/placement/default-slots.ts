import type { SignaturePosition } from '../../contract/placement.ts';
import type { PageSize, Signer } from './document.ts';

/** The rectangles of a signer's signature; the first one holds the signature field. */
export interface PlacedSigner {
  readonly signerId: string;
  readonly signingOrder: number;
  readonly positions: readonly SignaturePosition[];
}

/** Page sizes are rarely round (595.304 × 841.890): a rectangle may exceed its page by this much, in points. */
const TOLERANCE = 0.5;
const SLOT = { width: 140, height: 110 };
const MARGIN = 36;
const GAP = 12;
const COLUMNS = 3;
const ROWS = 2;

type Placeable = Pick<Signer, 'signerId' | 'name' | 'signingOrder' | 'positions'>;

function isOutside({ x, y, width, height }: SignaturePosition, page: PageSize): boolean {
  const isLow = x < -TOLERANCE || y < -TOLERANCE;
  return isLow || x + width > page.width + TOLERANCE || y + height > page.height + TOLERANCE;
}

function overlap(a: SignaturePosition, b: SignaturePosition): boolean {
  const acrossX = a.x < b.x + b.width && b.x < a.x + a.width;
  return a.page === b.page && acrossX && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The slots of a page, from the bottom up, left to right; small pages have small slots. */
function slotsOf({ width, height }: PageSize, page: number): SignaturePosition[] {
  const margin = Math.min(MARGIN, width / 10, height / 10);
  const room = (length: number, count: number) => (length - 2 * margin - (count - 1) * GAP) / count;
  const size = {
    width: Math.min(SLOT.width, room(width, COLUMNS)),
    height: Math.min(SLOT.height, room(height, ROWS)),
  };
  if (size.width <= 0 || size.height <= 0) return [{ page, x: 0, y: 0, width, height }];
  const rows = Math.floor((height - 2 * margin + GAP) / (size.height + GAP) + 1e-9);
  return Array.from({ length: rows * COLUMNS }, (_, index) => ({
    page,
    x: margin + (index % COLUMNS) * (size.width + GAP),
    y: margin + Math.floor(index / COLUMNS) * (size.height + GAP),
    ...size,
  }));
}

function freeSlot(
  pages: readonly PageSize[],
  taken: readonly SignaturePosition[],
): SignaturePosition | undefined {
  for (let page = pages.length; page >= 1; page -= 1) {
    const size = pages[page - 1];
    const slots = size ? slotsOf(size, page) : [];
    const free = slots.find((slot) => !taken.some((other) => overlap(slot, other)));
    if (free) return free;
  }
  return undefined;
}

/**
 * Places every signer: in the requested rectangles, or in the first free default slot, from the bottom of the last page
 * up. A signer without room gets no rectangle.
 */
export function placeSigners(
  pages: readonly PageSize[],
  signers: readonly Placeable[],
): PlacedSigner[] {
  const taken = signers.flatMap(({ positions }) => positions ?? []);
  return signers.map(({ signerId, signingOrder, positions }) => {
    if (positions) return { signerId, signingOrder, positions };
    const slot = freeSlot(pages, taken);
    if (slot) taken.push(slot);
    return { signerId, signingOrder, positions: slot ? [slot] : [] };
  });
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

/** The first problem with the signers' placement, in words; undefined when there is none. */
export function placementProblem(
  pages: readonly PageSize[],
  signers: readonly Placeable[],
): string | undefined {
  for (const signer of signers) {
    const problem = misplacement(pages, signer);
    if (problem) return problem;
  }
  const homeless = placeSigners(pages, signers).find(({ positions }) => positions.length === 0);
  if (!homeless) return undefined;
  const name = signers.find(({ signerId }) => signerId === homeless.signerId)?.name;
  return `There is no room left for ${name}'s signature on any page; give ${name} a placement.`;
}
