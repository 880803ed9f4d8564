import { FONT_FILES } from '../../src/pdf/fonts/scripts.ts';

/** `NotoSansTamil_400Regular.ttf` is in `noto-sans-tamil/400Regular`. */
function sourceOf(file: string): string {
  const [family = '', weight = ''] = file.replace('.ttf', '').split('_');
  const name = family.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  return `@expo-google-fonts/${name}/${weight}/${file}`;
}

/** Where the installed packages have the fonts, and HarfBuzz, which shapes text in them. */
export const FONT_SOURCES: readonly string[] = [
  ...FONT_FILES.map(sourceOf),
  'harfbuzzjs/dist/harfbuzz.wasm',
];
