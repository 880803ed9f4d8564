import type { PageRect } from './blank.ts';
import { displayOf, rectAt } from './displayed.ts';
import type { OpenPage } from './open-pages.ts';
import { characterFunctions } from './pdfium.ts';

/** A page's characters in PDFium's order, invisible ones too. */
export interface PageText {
  /** Unicode code points; 0 if the PDF has none. */
  readonly codes: Uint32Array;
  /** As displayed; undefined for characters that PDFium adds, such as line breaks. */
  boxOf(index: number): PageRect | undefined;
  /** Quarter turns clockwise, as displayed. */
  turnsOf(index: number): number;
  /** The font's size on the page, in points. */
  sizeOf(index: number): number;
  /** The font's name in the file; empty if it is very long. */
  fontOf(index: number): string;
}

const NO_TEXT: PageText = {
  codes: new Uint32Array(),
  boxOf: () => undefined,
  turnsOf: () => 0,
  sizeOf: () => 0,
  fontOf: () => '',
};

/** For a font's name, or six 32-bit floats. */
const OUT_BYTES = 128;
const QUARTER = Math.PI / 2;
const FAR = 1000;

/** `use` must not keep the text. */
export function readText<T>(page: OpenPage, use: (text: PageText) => T): T {
  const { pdfium, address } = page;
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const text = pdfium.FPDFText_LoadPage(address);
  if (text === 0) return use(NO_TEXT);
  const display = displayOf(page);
  const out = malloc(OUT_BYTES);
  const characters = characterFunctions(pdfium);
  const codes = new Uint32Array(pdfium.FPDFText_CountChars(text));
  for (const index of codes.keys()) codes[index] = characters.FPDFText_GetUnicode(text, index);
  const result = use({
    codes,
    boxOf: (index) =>
      characters.FPDFText_GetLooseCharBox(text, index, out) === 0
        ? undefined
        : rectAt(page, out, display),
    turnsOf(index) {
      const angle = characters.FPDFText_GetCharAngle(text, index);
      const [from, to] = [display(0, 0), display(FAR * Math.cos(angle), -FAR * Math.sin(angle))];
      return (4 - Math.round(Math.atan2(to.y - from.y, to.x - from.x) / QUARTER)) % 4;
    },
    sizeOf(index) {
      pdfium.FPDFText_GetMatrix(text, index, out);
      const [, b = 0, , d = 0] = pdfium.pdfium.HEAPF32.subarray(out / 4, out / 4 + 4);
      return pdfium.FPDFText_GetFontSize(text, index) * Math.hypot(b, d);
    },
    fontOf(index) {
      const length = characters.FPDFText_GetFontInfo(text, index, out, OUT_BYTES, 0);
      if (length === 0 || length > OUT_BYTES) return '';
      return Buffer.from(pdfium.pdfium.HEAPU8.subarray(out, out + length - 1)).toString('latin1');
    },
  });
  free(out);
  pdfium.FPDFText_ClosePage(text);
  return result;
}

/** Invisible ones too. PDFium draws nothing for fonts that are neither embedded nor its own. */
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
