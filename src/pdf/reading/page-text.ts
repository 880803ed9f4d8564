import type { PageRect } from './blank.ts';
import { displayOf, RECT_BYTES, rectAt } from './displayed.ts';
import type { OpenPage } from './open-pages.ts';
import { characterFunctions } from './pdfium.ts';

/** The characters of a page in PDFium's order, invisible ones too. */
export interface PageText {
  /** Unicode code points; 0 where the PDF does not tell. */
  readonly codes: Uint32Array;
  /** The box of a character, as displayed; undefined for those that PDFium adds, such as line breaks. */
  boxOf(index: number): PageRect | undefined;
}

/** Hands the text of a page to `use`, which must not keep it. */
export function readText<T>(page: OpenPage, use: (text: PageText) => T): T {
  const { pdfium, address } = page;
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const text = pdfium.FPDFText_LoadPage(address);
  if (text === 0) return use({ codes: new Uint32Array(), boxOf: () => undefined });
  const display = displayOf(page);
  const out = malloc(RECT_BYTES);
  const characters = characterFunctions(pdfium);
  const codes = new Uint32Array(pdfium.FPDFText_CountChars(text));
  for (const index of codes.keys()) codes[index] = characters.FPDFText_GetUnicode(text, index);
  const result = use({
    codes,
    boxOf: (index) =>
      characters.FPDFText_GetLooseCharBox(text, index, out) === 0
        ? undefined
        : rectAt(page, out, display),
  });
  free(out);
  pdfium.FPDFText_ClosePage(text);
  return result;
}

/**
 * Calls `take` with the box of every character of the page, invisible ones too. PDFium draws nothing for a font that is
 * neither embedded nor one of its own, so a picture does not show them all.
 */
export function eachCharacter(
  page: OpenPage,
  take: (box: { readonly rect: PageRect; readonly code: number }) => void,
): void {
  readText(page, ({ codes, boxOf }) => {
    for (const [index, code] of codes.entries()) {
      const rect = boxOf(index);
      if (rect) take({ code, rect });
    }
  });
}
