import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import type { FontFace, Fonts, Typeface } from './fonts.ts';
import { EM } from './fonts.ts';
import type { Shaper } from './harfbuzz.ts';
import { startShaper } from './harfbuzz.ts';
import { fontFileOf, MAIN_FONTS } from './scripts.ts';

function loadFace(file: URL, shaper: Shaper): FontFace {
  const bytes = readFileSync(file);
  const font = create(bytes);
  if (!('layout' in font)) throw new Error(`${file.pathname} is a font collection, not a font`);
  if (font.unitsPerEm !== EM)
    throw new Error(`${file.pathname} has ${font.unitsPerEm} units an em`);
  return { font, bytes, shape: shaper.open(bytes), outlines: new Map() };
}

/**
 * Reads the two weights of Noto Sans and HarfBuzz (`harfbuzz.wasm`) from a folder (its URL ends with a slash), and the fonts
 * of other scripts when they are needed. Load them once and pass them on. Throws Error if a file is missing or not a font.
 */
export function loadFonts(folder: URL): Fonts {
  const shaper = startShaper(readFileSync(new URL('harfbuzz.wasm', folder)));
  const faces = new Map<string, FontFace>();
  const load = (name: string): FontFace => {
    const face = faces.get(name) ?? loadFace(new URL(name, folder), shaper);
    faces.set(name, face);
    return face;
  };
  const typeface = (main: string): Typeface => {
    load(main);
    return { face: (script) => load(fontFileOf(script) ?? main) };
  };
  return { regular: typeface(MAIN_FONTS.regular), bold: typeface(MAIN_FONTS.bold) };
}
