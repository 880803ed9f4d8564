import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { canDraw, scriptRuns } from '../../../src/pdf/fonts/fonts.ts';
import { loadFonts } from '../../../src/pdf/fonts/load-fonts.ts';
import { testFonts } from '../../support/pdf-fonts.ts';

test('both scripts can be drawn, including joiners', () => {
  expect(canDraw(testFonts(), 'Asha श\u200dर्मा')).toBe(true);
  expect(canDraw(testFonts(), '李')).toBe(false);
});

test('a folder without the fonts is an error', () => {
  expect(() => loadFonts(new URL('./', import.meta.url))).toThrow(/NotoSans/);
});

test('a font collection is not a font', () => {
  const folder = mkdtempSync(join(tmpdir(), 'esign-fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const collection = Buffer.concat([Buffer.from('ttcf'), Buffer.from([0, 1, 0, 0, 0, 0, 0, 0])]);
  writeFileSync(join(folder, 'NotoSans_400Regular.ttf'), collection);
  expect(() => loadFonts(pathToFileURL(`${folder}/`))).toThrow('collection');
});

test('text is split where its script changes', () => {
  expect(scriptRuns('Dr. श्री विक्रम (MD)')).toEqual(['Dr. ', 'श्री विक्रम ', '(MD)']);
  expect(scriptRuns('')).toEqual([]);
});
