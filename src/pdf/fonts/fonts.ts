import type { Font } from 'fontkit';

/** One weight of the font. */
export interface FontFace {
  readonly font: Font;
  /** The font file, for embedding. */
  readonly bytes: Buffer;
  /** Path operators of the glyphs drawn so far, by glyph id. */
  readonly outlines: Map<number, string>;
}

/** Noto Sans in both weights: Latin, Greek, Cyrillic and Devanagari. */
export interface Fonts {
  readonly regular: FontFace;
  readonly bold: FontFace;
}

/** Joiners shape their neighbours but are not drawn. */
const JOINERS = /[\u200C\u200D]/g;
const MISSING_GLYPH = 0;

/** Whether the font has a glyph for every character of a text. */
export function canDraw({ regular }: Fonts, text: string): boolean {
  const glyphs = regular.font.glyphsForString(text.replace(JOINERS, ''));
  return glyphs.every(({ id }) => id !== MISSING_GLYPH);
}

const DEVANAGARI = /[\u0900-\u097F\uA8E0-\uA8FF\u200C\u200D]/;

/** Splits a text into runs of one script, which is all that shaping handles; a space joins the run before it. */
export function scriptRuns(text: string): string[] {
  const runs: string[] = [];
  let current: boolean | undefined;
  for (const char of text) {
    const devanagari = char === ' ' && current !== undefined ? current : DEVANAGARI.test(char);
    if (devanagari === current) runs.push(`${runs.pop()}${char}`);
    else runs.push(char);
    current = devanagari;
  }
  return runs;
}
