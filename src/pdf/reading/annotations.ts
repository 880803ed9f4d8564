import type { PageRect } from './blank.ts';
import { displayOf, RECT_BYTES, rectAt } from './displayed.ts';
import type { OpenPage } from './open-pages.ts';

const LINK = 2;
const POPUP = 16;
const WATERMARK = 24;
/** They cover nothing, or what they draw is ink. */
const HARMLESS = new Set([LINK, POPUP, WATERMARK]);

/** Calls `take` with the box of every form field and annotation, hidden ones too, but not of links and watermarks. */
export function eachAnnotation(page: OpenPage, take: (rect: PageRect) => void): void {
  const { pdfium, address } = page;
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const display = displayOf(page);
  const out = malloc(RECT_BYTES);
  const count = pdfium.FPDFPage_GetAnnotCount(address);
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(address, index);
    if (annotation === 0) continue;
    const isHarmless = HARMLESS.has(pdfium.FPDFAnnot_GetSubtype(annotation));
    if (!isHarmless && pdfium.FPDFAnnot_GetRect(annotation, out)) {
      take(rectAt(page, out, display));
    }
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
  free(out);
}
