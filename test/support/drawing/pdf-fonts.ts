import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FONT_SOURCES } from '../../../scripts/build/font-sources.ts';
import type { Fonts } from '../../../src/pdf/fonts/fonts.ts';
import { loadFonts } from '../../../src/pdf/fonts/load-fonts.ts';

const require = createRequire(import.meta.url);

function copyTo(folder: string, from: string): void {
  const beside = join(folder, `${basename(from)}.${process.pid}`);
  copyFileSync(require.resolve(from), beside);
  renameSync(beside, join(folder, basename(from)));
}

/** Puts fonts and HarfBuzz side by side into a folder, as the built package has them. */
export function copyFonts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of FONT_SOURCES) copyTo(folder, file);
}

function fontFolder(): URL {
  const folder = join(tmpdir(), 'esign-test-fonts');
  copyFonts(folder);
  return pathToFileURL(`${folder}/`);
}

/** Fonts that nothing was drawn with yet. */
export const freshFonts = (): Fonts => loadFonts(fontFolder());

let fonts: Fonts | undefined;

/** The fonts, loaded once. */
export function testFonts(): Fonts {
  fonts ??= freshFonts();
  return fonts;
}
