import type { PageRect } from '../blank.ts';

export type Side = 'below' | 'above' | 'right' | 'over';

/** Points between words and rectangle. */
const GAP = 4;

interface BesideSize {
  readonly width: number;
  readonly height: number;
}

/** Rounded down to tenths of a point, so that what fits a page still does. */
const tenths = (points: number): number => Math.floor(points * 10) / 10;

const within = (from: number, length: number, all: number): number =>
  Math.max(0, Math.min(from, all - length));

/**
 * A rectangle beside words, given as one box per line: below or above their start, right of their
 * end, or over them from the lower left. It moves along the words to stay on the page; undefined if
 * it does not fit.
 */
export function rectBeside(
  boxes: readonly PageRect[],
  side: Side,
  { size, page }: { readonly size: BesideSize; readonly page: BesideSize },
): PageRect | undefined {
  const [first, last] = [boxes[0], boxes.at(-1)];
  if (!first || !last || size.width > page.width || size.height > page.height) return undefined;
  const across = (x: number) => within(x, size.width, page.width);
  const up = (y: number) => within(y, size.height, page.height);
  const corners: Readonly<Record<Side, { x: number; y: number }>> = {
    below: { x: across(last.x), y: last.y - GAP - size.height },
    above: { x: across(first.x), y: first.y + first.height + GAP },
    right: { x: last.x + last.width + GAP, y: up(last.y) },
    over: { x: across(last.x), y: up(last.y) },
  };
  const { x, y } = corners[side];
  const isInside =
    x >= 0 && y >= 0 && x + size.width <= page.width && y + size.height <= page.height;
  return isInside ? { x: tenths(x), y: tenths(y), ...size } : undefined;
}
