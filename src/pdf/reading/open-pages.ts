import type { Pdfium } from './pdfium.ts';

export interface OpenPage {
  readonly pdfium: Pdfium;
  readonly address: number;
  /** From 1. */
  readonly number: number;
  /** As displayed, after rotation and inside the crop box, in points. */
  readonly width: number;
  readonly height: number;
}

/** Some annotations are shown on screen only, or in print only. */
export type Medium = 'screen' | 'print';

interface Opening {
  readonly bytes: Uint8Array;
  /** Merges fields and annotations into the pages. Otherwise fields are not drawn. */
  readonly fieldsFor?: Medium;
}

/** Page numbers from 1. Default: all pages. */
interface Pages extends Opening {
  readonly numbers?: readonly number[];
}

export interface OpenDocument {
  readonly pages: number;
  /** `read` must not keep the page. Undefined if PDFium cannot open the page. */
  readPage<T>(number: number, read: (page: OpenPage) => T): T | undefined;
  /** The document as PDFium reads it, written as a new file. Undefined if it cannot be. */
  write(): Buffer | undefined;
  close(): void;
}

const FLATTEN_FOR: Readonly<Record<Medium, number>> = { screen: 0, print: 1 };

function writeCopy(pdfium: Pdfium, document: number): Buffer | undefined {
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  const isWritten = pdfium.PDFiumExt_SaveAsCopy(document, writer);
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const at = isWritten ? malloc(size) : 0;
  if (at !== 0) pdfium.PDFiumExt_GetFileWriterData(writer, at, size);
  const copy = at === 0 ? undefined : Buffer.from(pdfium.pdfium.HEAPU8.slice(at, at + size));
  free(at);
  pdfium.PDFiumExt_CloseFileWriter(writer);
  return copy;
}

/** Undefined if PDFium cannot open it. Throws if PDFium runs out of memory. */
export function openDocument(
  pdfium: Pdfium,
  { bytes, fieldsFor }: Opening,
): OpenDocument | undefined {
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const file = malloc(bytes.length);
  if (file === 0) throw new Error('PDFium has no memory left for the file');
  pdfium.pdfium.HEAPU8.set(bytes, file);
  const document = pdfium.FPDF_LoadMemDocument(file, bytes.length, '');
  if (document === 0) {
    free(file);
    return undefined;
  }
  const loadPage = (number: number): number => {
    const address = pdfium.FPDF_LoadPage(document, number - 1);
    if (address === 0 || fieldsFor === undefined) return address;
    // Fields are in the page's content only after it is loaded again.
    pdfium.FPDFPage_Flatten(address, FLATTEN_FOR[fieldsFor]);
    pdfium.FPDF_ClosePage(address);
    return pdfium.FPDF_LoadPage(document, number - 1);
  };
  return {
    pages: pdfium.FPDF_GetPageCount(document),
    readPage(number, read) {
      const address = loadPage(number);
      if (address === 0) return undefined;
      const width = pdfium.FPDF_GetPageWidthF(address);
      const height = pdfium.FPDF_GetPageHeightF(address);
      const result = read({ pdfium, address, number, width, height });
      pdfium.FPDF_ClosePage(address);
      return result;
    },
    write: () => writeCopy(pdfium, document),
    close() {
      pdfium.FPDF_CloseDocument(document);
      // PDFium reads from these bytes until it closes the document.
      free(file);
    },
  };
}

export function pageNumbers({ pages }: Pick<OpenDocument, 'pages'>): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1);
}

/** Undefined if PDFium cannot open the file or a page. Throws if PDFium runs out of memory. */
export function readPages<T>(
  pdfium: Pdfium,
  { numbers: asked, ...opening }: Pages,
  read: (page: OpenPage) => T,
): T[] | undefined {
  const document = openDocument(pdfium, opening);
  if (document === undefined) return undefined;
  const numbers = asked ?? pageNumbers(document);
  const results = numbers
    .map((number) => document.readPage(number, read))
    .filter((result) => result !== undefined);
  document.close();
  return results.length === numbers.length ? results : undefined;
}

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
