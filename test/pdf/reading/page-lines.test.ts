import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PageLines, TextPiece } from '../../../src/pdf/reading/page-lines.ts';
import { legibility, readPageLines } from '../../../src/pdf/reading/page-lines.ts';
import { drawnPage, lines } from '../../support/drawing/drawn-page.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import {
  LESSEE,
  meaningless,
  pagesOf,
  ROTATIONS,
  uprightWords,
  WRITTEN_WORDS,
} from '../../support/drawing/words-pdfs.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';

const pdfium = await testPdfium();

const firstPage = (bytes: Buffer): PageLines | null | undefined =>
  readPageLines(pdfium, { bytes, pages: [1] })?.[0];

const said = (page: PageLines | null | undefined): string[] | undefined =>
  page?.lines.map((line) => line.map(([text]) => text).join(' | '));

const written = (operators: string): Buffer =>
  drawnPage({ content: `BT /F1 12 Tf ${operators} ET` });

test('Hindi that Chromium printed is read in whole words', () => {
  const hindi = firstPage(readFileSync(new URL('../../fixtures/hindi.pdf', import.meta.url)));
  expect(hindi?.hasGaps).toBe(false);
  expect(said(hindi)?.slice(0, 2)).toEqual([
    'किराया अनुबंध',
    'किरायेदार हर महीने की पाँच तारीख तक किराया देगा। मकान मालिक संपत्ति को अच्छी हालत में देगा। दोनों पक्ष',
  ]);
});

test.each(Object.entries(WRITTEN_WORDS))('%s says its words', (_, bytes) => {
  const letters = said(firstPage(bytes))?.join('').replace(/[\s|]/g, '').replace('-', '');
  expect(letters).toContain(LESSEE.replaceAll(' ', ''));
});

test('a hyphenated line ends with its hyphen', () => {
  expect(said(firstPage(WRITTEN_WORDS['a hyphenated word'] ?? Buffer.alloc(0)))).toEqual([
    'Signed for and on behalf of the company, For the Les-',
    'see, by its director',
  ]);
});

test('columns are pieces of their own', () => {
  const table = written(
    '1 0 0 1 60 400 Tm (The rent) Tj 1 0 0 1 300 400 Tm (500 rupees) Tj 1 0 0 1 60 380 Tm (Total) Tj',
  );
  expect(said(firstPage(table))).toEqual(['The rent | 500 rupees', 'Total']);
});

test('text outside the crop box is not read', () => {
  const cropped = drawnPage({
    content: 'BT /F1 12 Tf 1 0 0 1 60 400 Tm (inside) Tj 1 0 0 1 60 700 Tm (outside) Tj ET',
    entries: '/CropBox [0 0 595 500]',
  });
  expect(said(firstPage(cropped))).toEqual(['inside']);
});

/** Middle of a piece, as shares of the page. */
const middleOf = ([, x, y, width, height]: TextPiece): [number, number] => [
  x + width / 2,
  y + height / 2,
];

test.each(ROTATIONS)('words upright on a page turned by %i degrees are upright', (rotate) => {
  const piece = firstPage(uprightWords(rotate))?.lines[0]?.[0];
  expect(piece?.slice(5)).toEqual([]);
  expect(piece?.[3]).toBeGreaterThan(4 * (piece?.[4] ?? 0));
});

test.each([
  ['0 1 -1 0 300 400', 3, [296, 403]],
  ['0 -1 1 0 300 400', 1, [304, 482]],
  ['-1 0 0 -1 300 400', 2, [260, 446]],
] as const)('words written along %s are turned %i quarters', (matrix, turns, [x, y]) => {
  const piece = firstPage(written(`${matrix} Tm (${LESSEE}) Tj`))?.lines[0]?.[0];
  if (!piece) throw new Error('there are no words');
  expect(piece[5]).toBe(turns);
  const [across, down] = middleOf(piece);
  expect([Math.abs(across - x) < 6, Math.abs(down - y) < 6]).toEqual([true, true]);
});

test('an empty page says nothing, and pages come in the order asked for', () => {
  expect(firstPage(drawnPage({ content: '' }))).toEqual({ lines: [], hasGaps: false });
  const pages = readPageLines(pdfium, { bytes: aPdf({ pages: [{}, {}, {}] }), pages: [3, 2] });
  expect(pages?.flatMap(said)).toEqual(['Service agreement, page 3', 'Service agreement, page 2']);
});

test.each([
  ['', 'all'],
  ['किराया अनुबंध', 'all'],
  ['\uFFFD one \uFFFD two', 'all'],
  ['one two three four fi\uFFFDe', 'some'],
  ['हर महीने की पाँच िकराया', 'some'],
  ['िकराया अनुबंध', 'none'],
  ['\uFFFD\uFFFD\uFFFD \uFFFD\uFFFD', 'none'],
])('the words "%s" are legible: %s', (text, expected) => {
  expect(legibility(text)).toBe(expected);
});

test('words in a font from before Unicode are not taken for the Latin letters of their codes', () => {
  const kruti = (latin: string) =>
    drawnPage({
      content: `BT /F9 12 Tf 1 0 0 1 60 400 Tm (fdjk;k vuqca/k) Tj /F1 12 Tf 1 0 0 1 60 380 Tm (${latin}) Tj ET`,
      resources: '/Font << /F1 3 0 R /F9 6 0 R >>',
      more: ['<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+KrutiDev010 >>'],
    });
  expect(firstPage(kruti('Rent'))).toBeNull();
  const mixed = firstPage(kruti('The rent is due on the fifth day of each month'));
  expect(mixed?.hasGaps).toBe(true);
  expect(said(mixed)?.[1]).toBe('The rent is due on the fifth day of each month');
});

test('a font without meanings, and a page with far too many letters, cannot be read', () => {
  expect(firstPage(meaningless)).toBeNull();
  expect(firstPage(pagesOf([lines({ words: 900 })]))).toBeNull();
});

test('of pages with very much text, only the first are read', () => {
  const bytes = pagesOf(Array.from({ length: 120 }, () => lines({ words: 14 })));
  const pages = Array.from({ length: 120 }, (_, index) => index + 1);
  const read = readPageLines(pdfium, { bytes, pages }) ?? [];
  expect([read.at(0) === null, read.at(-1) === null]).toEqual([false, true]);
  expect(JSON.stringify(read).length).toBeLessThan(4_000_000);
});
