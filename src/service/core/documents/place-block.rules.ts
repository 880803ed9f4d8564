import type { PageSize } from './document.rules.ts';

/** In points from the bottom left of the page as displayed. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A surveyed page, divided into cells of equal size. */
export interface BlankPage extends Pick<PageSize, 'width' | 'height'> {
  readonly columns: number;
  readonly rows: number;
  /** Cells that are not blank, as base64 bits: by row from the bottom left, lowest bit first. */
  readonly taken: string;
}

/** Sizes of a signature's box, best first. Text is still readable in the smallest. */
const BOX_SIZES = [
  { width: 140, height: 110 },
  { width: 140, height: 84 },
  { width: 120, height: 64 },
] as const;
const MOST_COLUMNS = 3;
/** Between boxes. */
const GAP = 10;
/** Between text and the edges of most pages. */
const USUAL_MARGIN = 56;
/** Least distance between the block and the edges of the page. */
const MARGIN = 24;
/** Between the block and the page's content. */
const CLEARANCE = 6;
const STEP = 4;
/** Positions tried in each direction, so that very large pages take no longer. */
const MOST_STEPS = 250;

interface BlockShape {
  readonly columns: number;
  readonly rows: number;
  readonly box: Pick<Rect, 'width' | 'height'>;
}

function blockSize({ columns, rows, box }: BlockShape): Pick<Rect, 'width' | 'height'> {
  return {
    width: columns * (box.width + GAP) - GAP,
    height: rows * (box.height + GAP) - GAP,
  };
}

/** In reading order. */
function boxesOf(shape: BlockShape, corner: Pick<Rect, 'x' | 'y'>, count: number): Rect[] {
  const { columns, rows, box } = shape;
  return Array.from({ length: count }, (_, index) => ({
    x: corner.x + (index % columns) * (box.width + GAP),
    y: corner.y + (rows - 1 - Math.floor(index / columns)) * (box.height + GAP),
    ...box,
  }));
}

/** Every shape for `count` boxes, best first: large boxes before small, wide blocks before high. */
function shapesFor(count: number): BlockShape[] {
  const widest = Math.min(MOST_COLUMNS, count);
  return BOX_SIZES.flatMap((box) =>
    Array.from({ length: widest }, (_, index) => {
      const columns = widest - index;
      return { columns, rows: Math.ceil(count / columns), box };
    }),
  );
}

/** Taken cells left of and below each cell corner. Four reads then count those of any rectangle. */
function sumTaken({ columns, rows, taken }: BlankPage): Uint32Array {
  const bits = Buffer.from(taken, 'base64');
  const across = columns + 1;
  const sums = new Uint32Array(across * (rows + 1));
  for (let row = 0; row < rows; row++) {
    let inRow = 0;
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      inRow += ((bits[cell >> 3] ?? 0) >> (cell & 7)) & 1;
      sums[(row + 1) * across + column + 1] = (sums[row * across + column + 1] ?? 0) + inRow;
    }
  }
  return sums;
}

/** Checks that every cell a rectangle touches is blank. */
export function blankCheck(page: BlankPage): (rect: Rect) => boolean {
  const sums = sumTaken(page);
  const { columns, rows } = page;
  const read = (column: number, row: number) => sums[row * (columns + 1) + column] ?? 0;
  const low = (points: number, scale: number) => Math.max(0, Math.floor(points * scale));
  return ({ x, y, width, height }) => {
    const [acrossScale, upScale] = [columns / page.width, rows / page.height];
    const [left, bottom] = [low(x, acrossScale), low(y, upScale)];
    const right = Math.min(columns, Math.ceil((x + width) * acrossScale));
    const top = Math.min(rows, Math.ceil((y + height) * upScale));
    return read(right, top) - read(left, top) - read(right, bottom) + read(left, bottom) === 0;
  };
}

function stepOn({ width, height }: BlankPage): number {
  return Math.max(STEP, Math.ceil(Math.max(width, height) / MOST_STEPS));
}

export function touches(a: Rect, b: Rect): boolean {
  const acrossX = a.x < b.x + b.width && b.x < a.x + a.width;
  return acrossX && a.y < b.y + b.height && b.y < a.y + a.height;
}

function withClearance({ x, y, width, height }: Rect): Rect {
  return {
    x: x - CLEARANCE,
    y: y - CLEARANCE,
    width: width + 2 * CLEARANCE,
    height: height + 2 * CLEARANCE,
  };
}

/** The leftmost free corner of a row. */
function freeInRow(
  page: BlankPage,
  { margin, y, size }: { margin: number; y: number; size: Pick<Rect, 'width' | 'height'> },
  isFree: (rect: Rect) => boolean,
): Pick<Rect, 'x' | 'y'> | undefined {
  if (y + size.height > page.height - margin) return undefined;
  for (let x = margin; x + size.width <= page.width - margin; x += stepOn(page)) {
    if (isFree(withClearance({ x, y, ...size }))) return { x, y };
  }
  return undefined;
}

/** The foot of the page in the usual margin if free, else the lowest, then leftmost corner. */
function freeCorner(
  page: BlankPage,
  size: Pick<Rect, 'width' | 'height'>,
  isFree: (rect: Rect) => boolean,
): Pick<Rect, 'x' | 'y'> | undefined {
  let corner = freeInRow(page, { margin: USUAL_MARGIN, y: USUAL_MARGIN, size }, isFree);
  for (let y = MARGIN; !corner && y + size.height <= page.height - MARGIN; y += stepOn(page)) {
    corner = freeInRow(page, { margin: MARGIN, y, size }, isFree);
  }
  return corner;
}

/** One block in white space, clear of other signers' rectangles; undefined if it does not fit. */
export function placeBlock(
  page: BlankPage,
  others: readonly Rect[],
  count: number,
): Rect[] | undefined {
  const isBlank = blankCheck(page);
  const isFree = (rect: Rect) => isBlank(rect) && !others.some((other) => touches(rect, other));
  for (const shape of shapesFor(count)) {
    const corner = freeCorner(page, blockSize(shape), isFree);
    if (corner) return boxesOf(shape, corner, count);
  }
  return undefined;
}

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
