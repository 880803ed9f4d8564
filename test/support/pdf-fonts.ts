import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fonts } from '../../src/pdf/fonts/fonts.ts';
import { loadFonts } from '../../src/pdf/fonts/load-fonts.ts';

const require = createRequire(import.meta.url);

/** Puts the two weights side by side into a folder, as the built package has them. */
export function copyFonts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [weight, name] of [
    ['400Regular', 'NotoSans_400Regular.ttf'],
    ['700Bold', 'NotoSans_700Bold.ttf'],
  ]) {
    const beside = join(folder, `${name}.${process.pid}`);
    copyFileSync(require.resolve(`@expo-google-fonts/noto-sans/${weight}/${name}`), beside);
    renameSync(beside, join(folder, String(name)));
  }
}

function fontFolder(): URL {
  const folder = join(tmpdir(), 'esign-test-fonts');
  copyFonts(folder);
  return pathToFileURL(`${folder}/`);
}

let fonts: Fonts | undefined;

/** The fonts, loaded once. */
export function testFonts(): Fonts {
  fonts ??= loadFonts(fontFolder());
  return fonts;
}
