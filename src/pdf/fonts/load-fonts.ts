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
 * Loads both weights of Noto Sans and other scripts' fonts from a folder that also has
 * `harfbuzz.wasm`. Its URL ends with a slash. Throws Error on a file's first use if it is missing
 * or not a font.
 */
export function loadFonts(folder: URL): Fonts {
  let shaper: Shaper | undefined;
  const faces = new Map<string, FontFace>();
  const load = (name: string): FontFace => {
    shaper ??= startShaper(readFileSync(new URL('harfbuzz.wasm', folder)));
    const face = faces.get(name) ?? loadFace(new URL(name, folder), shaper);
    faces.set(name, face);
    return face;
  };
  const typeface = (main: string): Typeface => ({
    face: (script) => load(fontFileOf(script) ?? main),
  });
  return { regular: typeface(MAIN_FONTS.regular), bold: typeface(MAIN_FONTS.bold) };
}
