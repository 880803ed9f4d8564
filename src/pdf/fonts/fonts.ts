import { readFileSync } from 'node:fs';
import type { Font } from 'fontkit';
import { create } from 'fontkit';
import type { GlyphOutlines } from './glyph-outlines.ts';
import { glyphOutlines } from './glyph-outlines.ts';

/** One weight of the font: its parsed form, its bytes for embedding, and its glyphs as drawn so far. */
export interface FontFace {
  readonly font: Font;
  readonly bytes: Buffer;
  readonly outlines: GlyphOutlines;
}

/** Noto Sans in both weights: Latin, Greek, Cyrillic and Devanagari. */
export interface Fonts {
  readonly regular: FontFace;
  readonly bold: FontFace;
}

function loadFace(file: URL): FontFace {
  const bytes = readFileSync(file);
  const font = create(bytes);
  if (!('layout' in font)) throw new Error(`${file.pathname} is a collection of fonts, not a font`);
  return { font, bytes, outlines: glyphOutlines() };
}

/**
 * Reads NotoSans_400Regular.ttf and NotoSans_700Bold.ttf from a folder (its URL ends with a slash).
 * Load once and hand on. Throws when a file is missing or no font.
 */
export function loadFonts(folder: URL): Fonts {
  return {
    regular: loadFace(new URL('NotoSans_400Regular.ttf', folder)),
    bold: loadFace(new URL('NotoSans_700Bold.ttf', folder)),
  };
}

/** Joiners shape their neighbours and leave no ink. */
const JOINERS = /[\u200C\u200D]/g;
const MISSING_GLYPH = 0;

/** Whether the font has a glyph for every character of a text. */
export function canDraw({ regular }: Fonts, text: string): boolean {
  const glyphs = regular.font.glyphsForString(text.replace(JOINERS, ''));
  return glyphs.every(({ id }) => id !== MISSING_GLYPH);
}
