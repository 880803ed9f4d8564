import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import type { FontFace, Fonts } from './fonts.ts';

function loadFace(file: URL): FontFace {
  const bytes = readFileSync(file);
  const font = create(bytes);
  if (!('layout' in font)) throw new Error(`${file.pathname} is a font collection, not a font`);
  return { font, bytes, outlines: new Map() };
}

/**
 * Reads NotoSans_400Regular.ttf and NotoSans_700Bold.ttf from a folder (its URL ends with a slash).
 * Load them once and pass them on. Throws Error if a file is missing or not a font.
 */
export function loadFonts(folder: URL): Fonts {
  return {
    regular: loadFace(new URL('NotoSans_400Regular.ttf', folder)),
    bold: loadFace(new URL('NotoSans_700Bold.ttf', folder)),
  };
}
