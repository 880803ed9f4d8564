import { comparePages } from '../reading/compare-pages.ts';
import { openDocument } from '../reading/open-pages.ts';
import type { Pdfium } from '../reading/pdfium.ts';

/** Time for drawing the pages of both files; longer documents stay refused. */
const DRAWING_MS = 1000;

/** Undefined if PDFium cannot open it, or unless every page was drawn and looks the same. */
export function repairPdf(pdfium: Pdfium, file: Buffer): Buffer | undefined {
  const document = openDocument(pdfium, { bytes: file });
  const copy = document?.write();
  document?.close();
  if (copy === undefined) return undefined;
  const compared = comparePages(pdfium, { before: file, after: copy, except: [] }, DRAWING_MS);
  const isSame = compared?.differing.length === 0 && compared.notCompared.length === 0;
  return isSame ? copy : undefined;
}
