import type { PageSize } from '../documents/document.rules.ts';
import type { BlockShape, Rect } from './place-block.rules.ts';
import { BOX_SIZES, blockSize, boxesOf, GAP, MOST_COLUMNS } from './place-block.rules.ts';

/** Height of the heading from the page's top edge, in points. */
export const HEADING_HEIGHT = 120;
/** Margin on the other sides, in points. */
export const SIGNATURE_PAGE_MARGIN = 48;

const A4 = { width: 595.28, height: 841.89 };
const LEAST_SIDE = 420;
const MOST_SIDE = 1300;

/** Like the last page, or A4 if that is very small or very large. */
export function signaturePageSize(last: PageSize | undefined): PageSize {
  const { width, height } = last ?? A4;
  const isUsual = [width, height].every((side) => side >= LEAST_SIDE && side <= MOST_SIDE);
  return { ...(isUsual ? { width, height } : A4), rotate: 0 };
}

/** The best shape below the heading. Six signers' smallest boxes fit on the smallest page. */
function shapeOn({ width, height }: PageSize, count: number): BlockShape {
  const room = width - 2 * SIGNATURE_PAGE_MARGIN;
  const shapes = BOX_SIZES.map((box) => {
    const fitting = Math.floor((room + GAP) / (box.width + GAP));
    const columns = Math.min(MOST_COLUMNS, fitting, count);
    return { columns, rows: Math.ceil(count / columns), box };
  });
  const lowest = (shape: BlockShape) => height - HEADING_HEIGHT - blockSize(shape).height;
  const [large, medium, small] = shapes as [BlockShape, BlockShape, BlockShape];
  return [large, medium].find((shape) => lowest(shape) >= SIGNATURE_PAGE_MARGIN) ?? small;
}

/** The boxes on a signature page, from the heading down, in reading order. */
export function placeOnSignaturePage(size: PageSize, count: number): Rect[] {
  const shape = shapeOn(size, count);
  const y = size.height - HEADING_HEIGHT - blockSize(shape).height;
  return boxesOf(shape, { x: SIGNATURE_PAGE_MARGIN, y }, count);
}
