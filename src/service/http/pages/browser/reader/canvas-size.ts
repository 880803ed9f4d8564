/** A page on the screen, in CSS pixels, and the screen's pixels for each of them. */
export interface Shown {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** More pixels than this for each CSS pixel are not seen, but fill a phone's memory. */
const MOST_RATIO = 2;
/** Most pixels of a canvas, at 4 bytes each, for each pixel of the ratio. */
const MOST_AREA = 4_000_000;
/** Browsers refuse to draw on longer canvases. */
const MOST_SIDE = 8192;

/** The size of a page's canvas in pixels: sharp on the screen, unless its area or a side would be too large. */
export function canvasSize({ width, height, ratio }: Shown): { width: number; height: number } {
  const wanted = Math.min(Math.max(ratio, 1), MOST_RATIO);
  const area = Math.sqrt((MOST_AREA * wanted) / (width * height));
  const side = MOST_SIDE / Math.max(width, height);
  const scale = Math.min(wanted, area, side);
  const pixels = (length: number) => Math.max(Math.floor(length * scale), 1);
  return { width: pixels(width), height: pixels(height) };
}
