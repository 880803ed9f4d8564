import { comparePages } from '../reading/compare-looks.ts';
import { openDocument } from '../reading/open-pages.ts';
import type { Pdfium } from '../reading/pdfium.ts';

/** A damaged file, rewritten as PDFium reads it; undefined if PDFium cannot open it. */
export function copyPdf(pdfium: Pdfium, file: Buffer): Buffer | undefined {
  const document = openDocument(pdfium, { bytes: file });
  const copy = document?.write();
  document?.close();
  return copy;
}

/**
 * As `copyPdf`, but undefined unless every page of the copy looks the same. Only the worker's
 * limits bound the drawing: a busy machine must not make a file seem damaged.
 */
export function repairPdf(pdfium: Pdfium, file: Buffer): Buffer | undefined {
  const after = copyPdf(pdfium, file);
  if (after === undefined) return undefined;
  const pages = { before: file, after, except: [] };
  const compared = comparePages(pdfium, pages, Number.POSITIVE_INFINITY);
  const isSame = compared?.differing.length === 0 && compared.notCompared.length === 0;
  return isSame ? after : undefined;
}
