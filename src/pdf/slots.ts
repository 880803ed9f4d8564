import type { FieldRect, PageSize } from './geometry.ts';

const SLOT_WIDTH = 140;
const SLOT_HEIGHT = 110;
const COLUMNS = 3;
const ROWS = 2;
const MARGIN = 36;
const GAP = 12;
const TOLERANCE = 0.5;

type Grid = {
  readonly margin: number;
  readonly width: number;
  readonly height: number;
  readonly stepX: number;
  readonly stepY: number;
};

/** Room between slots and around them shrinks with the page, so that even a stamp-sized one holds six. */
function gridOf(page: PageSize): Grid {
  const margin = Math.min(MARGIN, page.width / 20, page.height / 20);
  const gap = Math.min(GAP, margin);
  const innerWidth = page.width - 2 * margin;
  const innerHeight = page.height - 2 * margin;
  const width = Math.min(SLOT_WIDTH, (innerWidth - (COLUMNS - 1) * gap) / COLUMNS);
  const height = Math.min(SLOT_HEIGHT, (innerHeight - (ROWS - 1) * gap) / ROWS);
  const stepX = (innerWidth - width) / (COLUMNS - 1);
  return { margin, width, height, stepX, stepY: height + gap };
}

function cell(page: PageSize, pageNumber: number, at: { column: number; row: number }): FieldRect {
  const { margin, width, height, stepX, stepY } = gridOf(page);
  const x = margin + at.column * stepX;
  return { page: pageNumber, x, y: margin + at.row * stepY, width, height };
}

/**
 * The place of signer `order` (from 1) among `count` who gave none: at the foot of the last page,
 * three across, reading order. Different orders never share a point. Throws RangeError on no pages
 * or an order beyond what the grid holds (six).
 */
export function defaultSlot(pages: readonly PageSize[], order: number, count: number): FieldRect {
  const page = pages.at(-1);
  const slots = COLUMNS * ROWS;
  if (page === undefined || order < 1 || order > count || count > slots) {
    throw new RangeError(
      `no default slot for signer ${order} of ${count} on ${pages.length} pages`,
    );
  }
  const row = Math.ceil(count / COLUMNS) - 1 - Math.floor((order - 1) / COLUMNS);
  return cell(page, pages.length, { column: (order - 1) % COLUMNS, row });
}

/** Whether two rectangles share more than an edge. */
export function overlaps(a: FieldRect, b: FieldRect): boolean {
  const across = a.x < b.x + b.width && b.x < a.x + a.width;
  return a.page === b.page && across && a.y < b.y + b.height && b.y < a.y + a.height;
}

function* candidates(pages: readonly PageSize[]): Generator<FieldRect> {
  for (let index = pages.length - 1; index >= 0; index--) {
    const page = pages[index];
    if (page === undefined) return;
    const { margin, stepY } = gridOf(page);
    const rows = Math.max(ROWS, Math.floor((page.height - 2 * margin) / stepY));
    for (let at = 0; at < rows * COLUMNS; at++) {
      yield cell(page, index + 1, { column: at % COLUMNS, row: Math.floor(at / COLUMNS) });
    }
  }
}

function freeSlot(pages: readonly PageSize[], taken: readonly FieldRect[]): FieldRect | undefined {
  for (const slot of candidates(pages)) {
    if (!taken.some((rect) => overlaps(rect, slot))) return slot;
  }
  return undefined;
}

/**
 * The places of all signers in order: those given (non-empty) stay, the others get their default
 * slot or, where a given place is in its way, the nearest free cell upward and on earlier pages.
 * Only a document covered all over by given places leaves a default slot on top of one.
 */
export function assignSlots(
  pages: readonly PageSize[],
  given: readonly (readonly FieldRect[])[],
): FieldRect[][] {
  const taken = given.flat();
  return given.map((rects, index) => {
    if (rects.length > 0) return [...rects];
    const preferred = defaultSlot(pages, index + 1, given.length);
    const blocked = taken.some((rect) => overlaps(rect, preferred));
    const slot = blocked ? (freeSlot(pages, taken) ?? preferred) : preferred;
    taken.push(slot);
    return [slot];
  });
}

/** Whether a rectangle reaches beyond its page by more than half a point (A4 is 595.304 × 841.89 to some). */
export function outsidePage(rect: FieldRect, page: PageSize): boolean {
  return (
    rect.x < -TOLERANCE ||
    rect.y < -TOLERANCE ||
    rect.x + rect.width > page.width + TOLERANCE ||
    rect.y + rect.height > page.height + TOLERANCE
  );
}
