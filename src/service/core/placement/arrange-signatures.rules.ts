import type { Document, PageSize, PlacedSigner } from '../documents/document.rules.ts';
import { placeInDefaultSlots } from './default-slots.rules.ts';
import type { BlankPage, Rect } from './place-block.rules.ts';
import { placeBlock } from './place-block.rules.ts';
import { placeOnSignaturePage, signaturePageSize } from './signature-page.rules.ts';

export interface Arrangement {
  readonly placements: readonly PlacedSigner[];
  /** Includes the page appended for signatures, if any. */
  readonly pages: readonly PageSize[];
  /** The page to append for signatures; undefined if none is needed. */
  readonly signaturePage: PageSize | undefined;
}

/** True if the service has to place a signer. */
export const needsPlace = ({ signers }: Pick<Document, 'signers'>): boolean =>
  signers.some(({ positions }) => positions === null);

/** The boxes of signers without a requested rectangle, in signing order, and their page. */
function placeOthers(
  { pages, signers }: Pick<Document, 'pages' | 'signers'>,
  blank: BlankPage | undefined,
): { page: number; rects: readonly Rect[]; signaturePage: PageSize | undefined } {
  const count = signers.filter(({ positions }) => positions === null).length;
  const last = pages.length;
  const requested = signers.flatMap(({ positions }) => positions ?? []);
  const onLast = requested.filter(({ page }) => page === last);
  const block = count === 0 ? [] : blank && placeBlock(blank, onLast, count);
  if (block) return { page: last, rects: block, signaturePage: undefined };
  const signaturePage = signaturePageSize(pages.at(-1));
  const rects = placeOnSignaturePage(signaturePage, count);
  return { page: last + 1, rects, signaturePage };
}

/**
 * Places signers in the requested rectangles, and the others as one block in the white space of the
 * last page, or on an appended page if it has no room or could not be surveyed.
 */
export function arrangeSignatures(
  document: Pick<Document, 'pages' | 'signers'>,
  blank: BlankPage | undefined,
): Arrangement {
  const { page, rects, signaturePage } = placeOthers(document, blank);
  const free = rects.map((rect) => ({ page, ...rect }));
  const placements = document.signers.map(({ signerId, signingOrder, positions }) => {
    const own = positions ?? free.splice(0, 1);
    return { signerId, signingOrder, positions: own };
  });
  const pages = signaturePage ? [...document.pages, signaturePage] : document.pages;
  return { placements, pages, signaturePage };
}

/** Where a sent document's signatures are. Old documents without placements use default slots. */
export function placementsOf({
  placements,
  pages,
  signers,
}: Pick<Document, 'placements' | 'pages' | 'signers'>): readonly PlacedSigner[] {
  return placements ?? placeInDefaultSlots(pages, signers);
}
