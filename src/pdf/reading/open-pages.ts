import type { Pdfium } from './pdfium.ts';

/** A page that PDFium has open. */
export interface OpenPage {
  readonly pdfium: Pdfium;
  /** PDFium's address of the page. */
  readonly address: number;
  /** From 1. */
  readonly number: number;
  /** As displayed: after rotation, inside the crop box; points. */
  readonly width: number;
  readonly height: number;
}

/** Pages of a PDF, numbered from 1; without numbers, all of them. */
interface Pages {
  readonly bytes: Uint8Array;
  readonly numbers?: readonly number[];
  /** Makes form fields a part of the pages, since they are not drawn otherwise. */
  readonly withFields?: boolean;
}

const FOR_DISPLAY = 0;

/** Fields are in the content of a page only once it is loaded again. */
function loadPage(
  pdfium: Pdfium,
  document: number,
  { number, withFields }: { readonly number: number; readonly withFields: boolean },
): number {
  const address = pdfium.FPDF_LoadPage(document, number - 1);
  if (address === 0 || !withFields) return address;
  pdfium.FPDFPage_Flatten(address, FOR_DISPLAY);
  pdfium.FPDF_ClosePage(address);
  return pdfium.FPDF_LoadPage(document, number - 1);
}

function allNumbers(pdfium: Pdfium, document: number): number[] {
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => index + 1);
}

function readPage<T>(
  pdfium: Pdfium,
  { document, number, withFields }: { document: number; number: number; withFields: boolean },
  read: (page: OpenPage) => T,
): T | undefined {
  const address = loadPage(pdfium, document, { number, withFields });
  if (address === 0) return undefined;
  const width = pdfium.FPDF_GetPageWidthF(address);
  const height = pdfium.FPDF_GetPageHeightF(address);
  const result = read({ pdfium, address, number, width, height });
  pdfium.FPDF_ClosePage(address);
  return result;
}

/**
 * Opens the pages one after the other and returns what `read` makes of each. Undefined if PDFium cannot open the file or
 * one of the pages. Throws if PDFium runs out of memory.
 */
export function readPages<T>(
  pdfium: Pdfium,
  { bytes, numbers: asked, withFields = false }: Pages,
  read: (page: OpenPage) => T,
): T[] | undefined {
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const file = malloc(bytes.length);
  if (file === 0) throw new Error('PDFium has no memory left for the file');
  pdfium.pdfium.HEAPU8.set(bytes, file);
  const document = pdfium.FPDF_LoadMemDocument(file, bytes.length, '');
  if (document === 0) {
    free(file);
    return undefined;
  }
  const numbers = asked ?? allNumbers(pdfium, document);
  const results = numbers
    .map((number) => readPage(pdfium, { document, number, withFields }, read))
    .filter((result) => result !== undefined);
  pdfium.FPDF_CloseDocument(document);
  // PDFium reads from these bytes until it closes the document.
  free(file);
  return results.length === numbers.length ? results : undefined;
}
