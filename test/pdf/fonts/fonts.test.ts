import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { canDraw, drawableText } from '../../../src/pdf/fonts/fonts.ts';
import { startShaper } from '../../../src/pdf/fonts/harfbuzz.ts';
import { loadFonts } from '../../../src/pdf/fonts/load-fonts.ts';
import { scriptRuns } from '../../../src/pdf/fonts/scripts.ts';
import { typesetter } from '../../../src/pdf/fonts/typesetter.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { lineOf, SCRIPT_SAMPLES } from '../../support/drawing/script-samples.ts';

const HARFBUZZ = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz.wasm');

/** A folder with HarfBuzz alone. */
function fontFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'esign-fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(HARFBUZZ, join(folder, 'harfbuzz.wasm'));
  return folder;
}

const load = (folder: string) => loadFonts(pathToFileURL(`${folder}/`)).regular.face('latin');

test.each(SCRIPT_SAMPLES)('$name can be drawn, with joiners and dandas', (sample) => {
  const line = lineOf(sample);
  expect(canDraw(testFonts(), line)).toBe(true);
  expect(canDraw(testFonts(), `${line}\u200c\u200d ।`)).toBe(true);
  expect(drawableText(testFonts(), line)).toBe(line);
});

test('letters without a glyph are told by their code points, and nothing stands for them', () => {
  const fonts = testFonts();
  expect(canDraw(fonts, '李')).toBe(false);
  expect(drawableText(fonts, 'Taro 山田, 李')).toBe('Taro [U+5C71 U+7530], [U+674E]');
  expect(drawableText(fonts, '🙂')).toBe('[U+1F642]');
  expect(drawableText(fonts, '\u0378')).toBe('[U+0378]');
  expect(drawableText(fonts, 'Why?')).toBe('Why?');
});

test('a folder without HarfBuzz or the fonts is an error', () => {
  expect(() => load(import.meta.dirname)).toThrow(/harfbuzz/);
  expect(() => load(fontFolder())).toThrow(/NotoSans/);
});

test('a font collection is not a font', () => {
  const folder = fontFolder();
  const collection = Buffer.concat([Buffer.from('ttcf'), Buffer.from([0, 1, 0, 0, 0, 0, 0, 0])]);
  writeFileSync(join(folder, 'NotoSans_400Regular.ttf'), collection);
  expect(() => load(folder)).toThrow('collection');
});

test('other bytes are not HarfBuzz', () => {
  expect(() => startShaper(new Uint8Array([0, 97, 115, 109]))).toThrow(WebAssembly.CompileError);
});

const runs = (text: string) => scriptRuns(text).map((run) => `${run.script}:${run.text}`);

test('text is split where its script changes', () => {
  expect(runs('Dr. श्री विक्रम (MD)')).toEqual(['latin:Dr. ', 'devanagari:श्री विक्रम ', 'latin:(MD)']);
  expect(runs('রবি রাও। రావు')).toEqual(['bengali:রবি রাও। ', 'telugu:రావు']);
  expect(runs('')).toEqual([]);
});

test('words from right to left keep together what is between them, and no more', () => {
  expect(runs('علی-خان، لالہ (Ali)')).toEqual(['arabic:علی-خان، لالہ', 'latin: (Ali)']);
  expect(runs('Ali علی, Rao')).toEqual(['latin:Ali ', 'arabic:علی', 'latin:, Rao']);
  expect(runs('علی 12 خان')).toEqual(['arabic:علی', 'latin: 12 ', 'arabic:خان']);
});

test('text of any length is shaped, however much memory it takes', () => {
  const { width } = typesetter(testFonts().regular);
  expect(width('శ్రీ'.repeat(5000), 10)).toBeGreaterThan(1000);
  expect(width('కృ', 10)).toBeGreaterThan(0);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom(...SCRIPT_SAMPLES.flatMap((sample) => [...lineOf(sample)])))
    .map((chars) => chars.join('')),
);

test('any text at all can be split, shaped and drawn, and nothing of it is lost', () => {
  const fonts = testFonts();
  const { draw, width } = typesetter(fonts.bold);
  fc.assert(
    fc.property(anyText, (text) => {
      const split = scriptRuns(text);
      expect(split.map((run) => run.text).join('')).toBe(text);
      for (const [index, { script }] of split.entries()) {
        expect(script).not.toBe(split[index + 1]?.script);
      }
      expect(width(text, 10)).toBeGreaterThanOrEqual(0);
      expect(draw(text, { x: 0, y: 0, size: 10 })).not.toContain('NaN');
      expect(canDraw(fonts, drawableText(fonts, text))).toBe(true);
    }),
  );
});
