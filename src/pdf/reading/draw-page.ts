import type { OpenPage } from './open-pages.ts';

/** Bytes of a pixel: blue, green, red, unused. */
const PIXEL = 4;
const FORMAT_BGRX = 3;
const WHITE = 0xffffffff;
const WITH_ANNOTATIONS = 1;

/** Pixels in PDFium's memory, row by row from the top left. */
interface Pixels {
  readonly memory: Uint8Array;
  /** The address of a pixel's blue; green and red follow. */
  addressOf(column: number, row: number): number;
}

interface Drawing {
  readonly columns: number;
  readonly rows: number;
  /** Leaves out annotations and form fields. */
  readonly contentOnly?: boolean;
}

/** Draws a page with annotations on white. `read` gets the pixels and must not keep them. */
export function drawPage<T>(
  { pdfium, address }: OpenPage,
  { columns, rows, contentOnly = false }: Drawing,
  read: (pixels: Pixels) => T,
): T {
  const bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, FORMAT_BGRX, 0, 0);
  if (bitmap === 0) throw new Error('PDFium has no memory left for the picture');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE);
  const flags = contentOnly ? 0 : WITH_ANNOTATIONS;
  pdfium.FPDF_RenderPageBitmap(bitmap, address, 0, 0, columns, rows, 0, flags);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  // Only now, since growing memory while drawing detaches the earlier array.
  const { HEAPU8: memory } = pdfium.pdfium;
  const addressOf = (column: number, row: number) => start + row * stride + column * PIXEL;
  const result = read({ memory, addressOf });
  pdfium.FPDFBitmap_Destroy(bitmap);
  return result;
}
