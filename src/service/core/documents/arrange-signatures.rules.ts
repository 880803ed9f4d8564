import type { SignaturePosition } from '../../../contract/placement.ts';
import type { Document, PageSize, PlacedSigner, Signer } from './document.rules.ts';
import type { BlankPage, Rect } from './place-block.rules.ts';
import {
  blankCheck,
  placeBlock,
  placeOnSignaturePage,
  signaturePageSize,
  touches,
} from './place-block.rules.ts';

const SLOT = { width: 140, height: 110 };
const MARGIN = 36;
const GAP = 12;
const COLUMNS = 3;
const ROWS = 2;

type Placeable = Pick<Signer, 'signerId' | 'signingOrder' | 'positions'>;

const overlap = (a: SignaturePosition, b: SignaturePosition): boolean =>
  a.page === b.page && touches(a, b);

/** The slots of a page, from the bottom up, left to right. Small pages have small slots. */
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
 * For documents sent before rectangles were stored; must not change. Requested rectangles, or the
 * first free slots from the bottom of the last page up. A signer without room gets none.
 */
export function placeInDefaultSlots(
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

export interface Arrangement {
  readonly placements: readonly PlacedSigner[];
  /** Includes the page appended for signatures, if any. */
  readonly pages: readonly PageSize[];
  /** The page to append for signatures; undefined if none is needed. */
  readonly signaturePage: PageSize | undefined;
}

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

/** Counts `y` from the page's top instead of its bottom. */
export const fromTop = (
  position: SignaturePosition,
  pages: Document['pages'],
): SignaturePosition => ({
  ...position,
  y: (pages[position.page - 1]?.height ?? 0) - position.y - position.height,
});

export type SurveyedPage = BlankPage & { readonly page: number };

const AGAIN = 'Create the document again';

/** True if a signature would cover content or another signature; unknown for unsurveyed pages. */
function covers(
  { positions: [own] }: PlacedSigner,
  others: readonly PlacedSigner[],
  blanks: readonly SurveyedPage[],
): boolean {
  if (own === undefined) return false;
  const blank = blanks.find(({ page }) => page === own.page);
  const isOnOther = others
    .flatMap(({ positions }) => positions)
    .some((other) => other.page === own.page && touches(own, other));
  return isOnOther || (blank !== undefined && !blankCheck(blank)(own));
}

/**
 * Why a document that was signed before cannot be signed, in words; undefined if it can. No page
 * may be added, each signer gets one rectangle, and none may cover what was signed, which would put
 * the existing signatures in doubt.
 */
export function keptProblem(
  signers: readonly Pick<Signer, 'signerId' | 'name'>[],
  { placements, signaturePage }: Arrangement,
  blanks: readonly SurveyedPage[],
): string | undefined {
  if (signaturePage) {
    return `The PDF is already signed, so that no page can be added to it, and its last page has no white space for the signatures. ${AGAIN}, with a placement on white space for each signer.`;
  }
  for (const placed of placements) {
    const name = signers.find(({ signerId }) => signerId === placed.signerId)?.name ?? '';
    const who = `Signer ${placed.signingOrder} (${name})`;
    const { length } = placed.positions;
    if (length > 1) {
      return `${who} has ${length} placements, but in a PDF that is already signed each signer can have one. ${AGAIN}, with one placement for each.`;
    }
    const others = placements.filter((other) => other !== placed);
    if (covers(placed, others, blanks)) {
      const page = placed.positions[0]?.page;
      return `${who} would sign over something on page ${page}, but a PDF that is already signed can only be signed on white space. ${AGAIN}, with a placement on white space, or with none.`;
    }
  }
  return undefined;
}
