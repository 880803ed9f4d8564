import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { canDraw, loadFonts } from '../../../src/pdf/fonts/fonts.ts';
import { scriptRuns } from '../../../src/pdf/fonts/script-runs.ts';
import { signatureLines } from '../../../src/pdf/signing/signature-lines.ts';
import { parsePdfDate } from '../../../src/pdf/verification/signed-field.ts';
import { testFonts } from '../../support/pdf-fonts.ts';

const fonts = testFonts();
const date = new Date('2026-12-31T20:04:05.678Z');

test('a box tells name, time in IST and in UTC, and the reason', () => {
  expect(signatureLines({ name: 'अनिता शर्मा', date, reason: 'I agree' }, fonts)).toEqual([
    'अनिता शर्मा',
    'Signed 01 Jan 2027, 01:34:05 IST',
    '31 Dec 2026, 20:04:05 UTC',
    'Reason: I agree',
  ]);
});

test('a name in a script that the font lacks gives way to the address', () => {
  const otherwise = 'signer@example.in';
  expect(signatureLines({ name: 'தமிழ் செல்வி', otherwise, date }, fonts)[0]).toBe(otherwise);
  expect(signatureLines({ name: 'தமிழ் செல்வி', date }, fonts)[0]).toBe('Signed');
});

test('a reason that cannot be drawn is left out', () => {
  expect(signatureLines({ name: 'Asha Rao', date, reason: '同意' }, fonts)).toHaveLength(3);
});

test('controls, line breaks and direction overrides become spaces, and a line ends at 80 characters', () => {
  const [name] = signatureLines({ name: `Asha\r\n\u202ERao\u0000${'x'.repeat(99)}`, date }, fonts);
  expect(name).toMatch(/^Asha Rao x+$/);
  expect(name).toHaveLength(80);
});

test('both scripts can be drawn, joiners included', () => {
  expect(canDraw(fonts, 'Asha श\u200dर्मा')).toBe(true);
  expect(canDraw(fonts, '李')).toBe(false);
});

test('a folder without the fonts is an error', () => {
  expect(() => loadFonts(new URL('./', import.meta.url))).toThrow(/NotoSans/);
});

test('a collection of fonts is no font', () => {
  const folder = mkdtempSync(join(tmpdir(), 'esign-fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const collection = Buffer.concat([Buffer.from('ttcf'), Buffer.from([0, 1, 0, 0, 0, 0, 0, 0])]);
  writeFileSync(join(folder, 'NotoSans_400Regular.ttf'), collection);
  expect(() => loadFonts(pathToFileURL(`${folder}/`))).toThrow('collection');
});

test('a text is split where its script changes', () => {
  expect(scriptRuns('Dr. श्री विक्रम (MD)')).toEqual(['Dr. ', 'श्री विक्रम ', '(MD)']);
  expect(scriptRuns('')).toEqual([]);
});

test.each([
  ['D:20261121070405Z', '2026-11-21T07:04:05.000Z'],
  ["D:20261121123405+05'30'", '2026-11-21T07:04:05.000Z'],
  ['D:20261121', '2026-11-21T00:00:00.000Z'],
])('the PDF date %s is %s', (text, expected) => {
  expect(parsePdfDate(text)?.toISOString()).toBe(expected);
});

test('what is no PDF date is none', () => {
  expect([undefined, '', 'yesterday', 'D:20269921'].map(parsePdfDate)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
