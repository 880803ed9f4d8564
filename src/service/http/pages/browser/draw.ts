import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Engine } from './load.ts';
import type { Sheet } from './sheets.ts';

/** Narrowest and widest drawing, in pixels: sharp even when zoomed on a phone. */
const LEAST_WIDTH = 1200;
const MOST_WIDTH = 2400;

function canvasFor(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width);
  canvas.height = Math.floor(height);
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}

/** Draws a page and adds a text layer for screen readers and search. */
export async function draw(lib: Engine, file: PDFDocumentProxy, sheet: Sheet): Promise<void> {
  const { element, number } = sheet;
  if (element.querySelector('canvas')) return;
  const pixels = Math.min(
    Math.max(element.clientWidth * devicePixelRatio, LEAST_WIDTH),
    MOST_WIDTH,
  );
  const canvas = canvasFor(pixels, 0);
  element.prepend(canvas);
  const page = await file.getPage(number);
  const plain = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: pixels / plain.width });
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
  if (!canvas.isConnected) return;
  const container = document.createElement('div');
  container.className = 'text';
  element.append(container);
  const textContentSource = page.streamTextContent();
  await new lib.TextLayer({ textContentSource, container, viewport: plain }).render();
}
