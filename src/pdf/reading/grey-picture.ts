import type { OpenPage } from './open-pages.ts';

/** A picture in shades of grey, from the top left, row by row. */
export interface GreyPicture {
  readonly columns: number;
  readonly rows: number;
  /** 0 is black, 255 is white. */
  readonly grey: Uint8Array;
}

/** Bytes of a pixel: blue, green, red, unused. */
const PIXEL = 4;
const FORMAT_BGRX = 3;
const WHITE = 0xffffffff;
const WITH_ANNOTATIONS = 1;

/**
 * Draws a page, with its annotations, on white paper in so many columns and rows of pixels. The shade is the mean of the
 * three colours, so that text in any pure colour stands out from black and from white.
 */
export function drawGrey(
  { pdfium, address }: OpenPage,
  { columns, rows }: { columns: number; rows: number },
): GreyPicture {
  const bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, FORMAT_BGRX, 0, 0);
  if (bitmap === 0) throw new Error('PDFium has no memory left for the picture');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, address, 0, 0, columns, rows, 0, WITH_ANNOTATIONS);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  // Read after drawing, since growing memory detaches the array before.
  const { HEAPU8: memory } = pdfium.pdfium;
  const grey = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = start + row * stride + column * PIXEL;
      const sum = (memory[at] ?? 0) + (memory[at + 1] ?? 0) + (memory[at + 2] ?? 0);
      grey[row * columns + column] = sum / 3;
    }
  }
  pdfium.FPDFBitmap_Destroy(bitmap);
  return { columns, rows, grey };
}
