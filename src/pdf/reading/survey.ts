import type { Blank, CellGrid, PageRect } from './blank.ts';
import { markRect, packCells } from './blank.ts';
import { displayOf, RECT_BYTES, rectAt } from './displayed.ts';
import { drawGrey, findInk } from './ink.ts';
import type { OpenPage } from './open-pages.ts';
import { readPages } from './open-pages.ts';
import { eachCharacter } from './page-text.ts';
import type { Pdfium } from './pdfium.ts';

const LINK = 2;
const POPUP = 16;
const WATERMARK = 24;
/** They cover nothing, or what they draw is ink. */
const HARMLESS = new Set([LINK, POPUP, WATERMARK]);

/** Every form field and annotation, hidden ones too, but not links, pop-ups or watermarks. */
function eachAnnotation(page: OpenPage, take: (rect: PageRect) => void): void {
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

export type PdfSource = { readonly path: string } | { readonly bytes: Uint8Array };

/** Pages to survey, from 1. */
export type SurveyJob = PdfSource & { readonly pages: readonly number[] };

const PIXELS_A_POINT = 0.5;
const MOST_PIXELS = 1200;
const CELL = 2;

const codes = (characters: string) => new Set([...characters].map((one) => one.codePointAt(0)));
const WHITE_SPACE = codes('\t\n\v\f\r \u00A0\u2002\u2003\u2009\u200A\u200B\u202F\u3000\uFEFF');
/** Signature rules are often typed. */
const TYPED_RULE = codes('_.…·-');

function gridOf({ width, height }: OpenPage): CellGrid {
  const scale = Math.min(PIXELS_A_POINT, MOST_PIXELS / Math.max(width, height)) / CELL;
  const columns = Math.ceil(width * scale);
  const rows = Math.ceil(height * scale);
  return { width, height, columns, rows, cells: new Uint8Array(columns * rows) };
}

/** Marks ink; the whole page if it has no background. */
function markInk(page: OpenPage, { columns, rows, cells }: CellGrid): void {
  const picture = drawGrey(page, { columns: columns * CELL, rows: rows * CELL });
  const ink = findInk(picture);
  if (ink === undefined) cells.fill(1);
  for (const [at, mark] of ink?.entries() ?? []) {
    if (mark === 0) continue;
    const row = rows - 1 - Math.floor(at / picture.columns / CELL);
    cells[row * columns + Math.floor((at % picture.columns) / CELL)] = 1;
  }
}

export function surveyPage(page: OpenPage): Blank {
  const taken = gridOf(page);
  const text = gridOf(page);
  markInk(page, taken);
  eachAnnotation(page, (rect) => markRect(taken, rect));
  eachCharacter(page, ({ code, rect }) => {
    if (WHITE_SPACE.has(code)) return;
    markRect(taken, rect);
    if (!TYPED_RULE.has(code)) markRect(text, rect);
  });
  const { width, height, columns, rows } = taken;
  const masks = { taken: packCells(taken.cells), text: packCells(text.cells) };
  return { page: page.number, width, height, columns, rows, ...masks };
}

/** Undefined if PDFium cannot open the pages. Throws if PDFium runs out of memory. */
export function surveyPages(
  pdfium: Pdfium,
  { bytes, pages }: { readonly bytes: Uint8Array; readonly pages: readonly number[] },
): Blank[] | undefined {
  return readPages(pdfium, { bytes, numbers: pages }, surveyPage);
}
