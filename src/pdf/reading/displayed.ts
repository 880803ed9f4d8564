import type { PageRect } from './blank.ts';
import type { OpenPage } from './open-pages.ts';

/** Left, top, right and bottom in PDFium's structures: four 32-bit floats. */
export const RECT_BYTES = 16;
const FLOAT_BYTES = 4;
/** PDFium converts to whole pixels: this many per point are exact enough. */
const PIXELS_A_POINT = 100;
const MOST_PIXELS = 1e8;
/** Distance in points between the points that determine the page's transformation. */
const REACH = 1000;

/** From user space to the page as displayed, in points from the bottom left. */
type Transform = (x: number, y: number) => { x: number; y: number };

/** Asks PDFium where three points are displayed. The transformation is affine, so these suffice. */
export function displayOf({ pdfium, address, width, height }: OpenPage): Transform {
  const scale = Math.min(PIXELS_A_POINT, MOST_PIXELS / Math.max(width, height));
  const size = [Math.round(width * scale), Math.round(height * scale)] as const;
  const out = pdfium.pdfium.wasmExports.malloc(2 * FLOAT_BYTES);
  const shown = (x: number, y: number) => {
    pdfium.FPDF_PageToDevice(address, 0, 0, ...size, 0, x, y, out, out + FLOAT_BYTES);
    const { HEAP32 } = pdfium.pdfium;
    const [across = 0, down = 0] = HEAP32.subarray(out / FLOAT_BYTES, out / FLOAT_BYTES + 2);
    return { x: across / scale, y: height - down / scale };
  };
  const [zero, right, up] = [shown(0, 0), shown(REACH, 0), shown(0, REACH)];
  pdfium.pdfium.wasmExports.free(out);
  return (x, y) => ({
    x: zero.x + (x * (right.x - zero.x) + y * (up.x - zero.x)) / REACH,
    y: zero.y + (x * (right.y - zero.y) + y * (up.y - zero.y)) / REACH,
  });
}

export function rectAt({ pdfium }: OpenPage, address: number, display: Transform): PageRect {
  const start = address / FLOAT_BYTES;
  const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.pdfium.HEAPF32.subarray(
    start,
    start + RECT_BYTES / FLOAT_BYTES,
  );
  return displayedBox([left, bottom, right, top], display);
}

/** Left, bottom, right, top in user space as displayed. */
export function displayedBox(
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[],
  display: Transform,
): PageRect {
  // Rotations are multiples of 90 degrees: opposite corners stay opposite.
  const [a, b] = [display(x0, y0), display(x1, y1)];
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** Text outside the crop box is not displayed. */
export function isDisplayed({ width, height }: OpenPage, box: PageRect): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= 0 && y >= 0 && x <= width && y <= height;
}
