import type { Rect } from './word-places.ts';

/** Whether two rectangles of one page have an area in common. */
export const overlap = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
