import type { Font } from 'fontkit';
import type { ShapedText } from './harfbuzz.ts';
import type { Script } from './scripts.ts';
import { scriptRuns } from './scripts.ts';

/** Font units per em, in every font here. */
export const EM = 1000;

export interface FontFace {
  readonly font: Font;
  readonly bytes: Buffer;
  readonly shape: ShapedText;
  /** Path operators of the glyphs drawn so far, by glyph id. */
  readonly outlines: Map<number, string>;
}

/** One weight, in every script. Fonts with a single weight are in both. */
export interface Typeface {
  /** The font of a script, read on first use. */
  face(script: Script): FontFace;
}

/** Noto fonts for Latin, Greek, Cyrillic and the scripts of India. */
export interface Fonts {
  readonly regular: Typeface;
  readonly bold: Typeface;
}

/** Joiners shape their neighbours but are not drawn. */
const JOINERS = /^[\u200C\u200D]$/;

function hasGlyph({ font }: FontFace, char: string): boolean {
  return JOINERS.test(char) || font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0);
}

export function canDraw({ regular }: Fonts, text: string): boolean {
  return scriptRuns(text).every((run) => {
    const face = regular.face(run.script);
    return [...run.text].every((char) => hasGlyph(face, char));
  });
}

const codeOf = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Replaces characters that no font has with code points in brackets: `[U+5C71 U+7530]`. */
export function drawableText(fonts: Fonts, text: string): string {
  let shown = '';
  let missing: string[] = [];
  const flush = () => {
    if (missing.length > 0) shown += `[${missing.join(' ')}]`;
    missing = [];
  };
  for (const { script, text: part } of scriptRuns(text)) {
    const face = fonts.regular.face(script);
    for (const char of part) {
      if (hasGlyph(face, char)) {
        flush();
        shown += char;
      } else missing.push(codeOf(char));
    }
  }
  flush();
  return shown;
}
