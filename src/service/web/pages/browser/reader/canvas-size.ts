/** A page's size in CSS pixels, and the screen's pixels per CSS pixel. */
export interface Shown {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** Higher ratios aren't visible, but fill a phone's memory. */
const MOST_RATIO = 2;
/** Limit of a canvas's pixels, times the ratio; 4 bytes each. */
const MOST_AREA = 4_000_000;
/** Browsers don't draw on longer canvases. */
const MOST_SIDE = 8192;

/** In pixels: sharp on the screen, within the limits of area and side. */
export function canvasSize({ width, height, ratio }: Shown): { width: number; height: number } {
  const wanted = Math.min(Math.max(ratio, 1), MOST_RATIO);
  const area = Math.sqrt((MOST_AREA * wanted) / (width * height));
  const side = MOST_SIDE / Math.max(width, height);
  const scale = Math.min(wanted, area, side);
  const pixels = (length: number) => Math.max(Math.floor(length * scale), 1);
  return { width: pixels(width), height: pixels(height) };
}
