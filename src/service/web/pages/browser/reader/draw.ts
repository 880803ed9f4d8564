import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Sheet } from './sheets.ts';

/** A page's size in CSS pixels, and the screen's pixels per CSS pixel. */
interface ShownSheet {
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
export function canvasSize({ width, height, ratio }: ShownSheet): {
  width: number;
  height: number;
} {
  const wanted = Math.min(Math.max(ratio, 1), MOST_RATIO);
  const area = Math.sqrt((MOST_AREA * wanted) / (width * height));
  const side = MOST_SIDE / Math.max(width, height);
  const scale = Math.min(wanted, area, side);
  const pixels = (length: number) => Math.max(Math.floor(length * scale), 1);
  return { width: pixels(width), height: pixels(height) };
}

function canvasOf({ width, height }: { width: number; height: number }): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}

/** Draws a page at its screen size. The old drawing stays until the new one is finished. */
export async function draw(file: PDFDocumentProxy, sheet: Sheet): Promise<void> {
  const { element, number } = sheet;
  const { clientWidth: width, clientHeight: height } = element;
  const size = canvasSize({ width, height, ratio: devicePixelRatio });
  if (sheet.canvas?.width === size.width) return;
  const canvas = canvasOf(size);
  const old = sheet.canvas;
  sheet.canvas = canvas;
  if (!old) element.prepend(canvas);
  const page = await file.getPage(number);
  const plain = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: size.width / plain.width });
  if (sheet.canvas !== canvas) return;
  const task = page.render({ canvas, viewport });
  sheet.stopDrawing = () => task.cancel();
  await task.promise.catch((error: unknown) => {
    if (sheet.canvas === canvas) throw error;
  });
  if (sheet.canvas !== canvas) return;
  for (const one of element.querySelectorAll('canvas')) if (one !== canvas) release(one);
  element.prepend(canvas);
}

/** Removes a page's drawing: a long document would fill a phone's memory. */
export function clear(sheet: Sheet): void {
  sheet.canvas = undefined;
  sheet.stopDrawing?.();
  for (const canvas of sheet.element.querySelectorAll('canvas')) release(canvas);
}

/** Some browsers free only the memory of a canvas without area. */
function release(canvas: HTMLCanvasElement): void {
  canvas.remove();
  canvas.width = 0;
  canvas.height = 0;
}
