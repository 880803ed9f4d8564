import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { printLayout } from '../../../../src/pdf/certificate/shaping-printer.ts';
import type { WordQuery } from '../../../../src/pdf/reading/words/locate-words.ts';
import { locateWords } from '../../../../src/pdf/reading/words/locate-words.ts';
import { drawnPage, lines, scannedPage } from '../../../support/drawing/drawn-page.ts';
import { testFonts } from '../../../support/drawing/pdf-fonts.ts';
import { testPdfium } from '../../../support/drawing/test-pdfium.ts';
import {
  LESSEE,
  ROTATIONS,
  twoParties,
  uprightWords,
  WRITTEN_WORDS,
  withHeaders,
} from '../../../support/drawing/words-pdfs.ts';

const pdfium = await testPdfium();

function locate(bytes: Buffer, ...queries: (Partial<WordQuery> & { words: string })[]) {
  const sized = queries.map((query) => ({ width: 140, height: 110, ...query }));
  const located = locateWords(pdfium, { bytes, queries: sized });
  if (!located) throw new Error('the file cannot be read');
  return located;
}

const answerTo = (bytes: Buffer, words = LESSEE, more: Partial<WordQuery> = {}) =>
  locate(bytes, { words, ...more }).answers[0];

test.each(Object.entries(WRITTEN_WORDS))('words are found once in %s', (_, bytes) => {
  const answer = answerTo(bytes);
  expect(answer?.count).toBe(1);
  expect(answer?.chosen?.spots.length).toBeGreaterThan(0);
});

/** Where the words' lower left corner is on the page as displayed, and the first rectangle below. */
const DISPLAYED = { 0: [160, 520], 90: [220, 285], 180: [185, 322], 270: [222, 310] } as const;

test.each(ROTATIONS)('a rectangle stands below upright words on a page rotated by %d', (rotate) => {
  const [below] = answerTo(uprightWords(rotate))?.chosen?.spots ?? [];
  const [x, baseline] = DISPLAYED[rotate];
  expect(below).toMatchObject({ side: 'below', width: 140, height: 110, isFree: true });
  expect(Math.abs((below?.x ?? 0) - x)).toBeLessThan(2);
  const top = (below?.y ?? 0) + 110;
  expect(baseline - top).toBeGreaterThan(4);
  expect(baseline - top).toBeLessThan(10);
});

test('words outside of the crop box are not found', () => {
  const content = `BT /F1 12 Tf 1 0 0 1 60 700 Tm (${LESSEE}) Tj 1 0 0 1 60 300 Tm (${LESSEE}) Tj ET`;
  const answer = answerTo(drawnPage({ content, entries: '/CropBox [0 0 595 600]' }));
  expect(answer?.count).toBe(1);
  expect(answer?.chosen?.spots.find(({ side }) => side === 'below')?.y).toBeCloseTo(183.4, 0);
});

test('the first free side is told from sides with text, and a rule to sign on is free', () => {
  const spots = answerTo(twoParties)?.chosen?.spots.map(({ side, isFree }) => [side, isFree]);
  expect(spots).toEqual([
    ['below', true],
    ['above', false],
    ['right', false],
  ]);
});

test('a picture below words is not free', () => {
  const content = `BT /F1 12 Tf 1 0 0 1 60 400 Tm (${LESSEE}) Tj ET 60 300 80 60 re f`;
  const spots = answerTo(drawnPage({ content }))?.chosen?.spots ?? [];
  expect(spots.map(({ side, isFree }) => [side, isFree])).toEqual([
    ['below', false],
    ['above', true],
    ['right', true],
  ]);
});

test('a side that is asked for is the only one, free or not', () => {
  expect(answerTo(twoParties, LESSEE, { side: 'right' })?.chosen).toEqual({
    page: 1,
    spots: [{ side: 'right', x: 137.3, y: 237.5, width: 140, height: 110 }],
  });
});

const threePages = withHeaders('Lease - For the Lessee', ['Terms', 'Terms', 'For the Lessee:']);

test('several hits come with page, line and text, and none is chosen', () => {
  const header = 'Lease - For the Lessee';
  const number = expect.any(Number);
  const box = { x: number, y: number, width: number, height: number };
  expect(answerTo(threePages)).toEqual({
    count: 4,
    hits: [
      { page: 1, line: 1, text: header, box },
      { page: 2, line: 1, text: header, box },
      { page: 3, line: 1, text: header, box },
      { page: 3, line: 2, text: 'For the Lessee:', box },
    ],
    chosen: undefined,
  });
});

test.each([
  [2, 2],
  ['last', 3],
  [5, undefined],
] as const)('hit %s is on page %s', (which, page) => {
  expect(answerTo(threePages, LESSEE, { which })?.chosen?.page).toBe(page);
});

test('words as written come before those in another case', () => {
  const bytes = withHeaders('SIGNATURES', ['Signatures', 'none']);
  const answers = locate(bytes, { words: 'Signatures' }, { words: 'signatures' }).answers;
  expect(answers.map(({ count }) => count)).toEqual([1, 3]);
});

test('pages without text are counted', () => {
  const scan = scannedPage({ width: 100, height: 140, shade: () => 200 });
  expect(locate(scan, { words: LESSEE })).toMatchObject({
    pages: 1,
    textless: 1,
    answers: [{ count: 0 }],
  });
  expect(locate(threePages, { words: 'nowhere' })).toMatchObject({ pages: 3, textless: 0 });
});

test('a long line is shortened around the words', () => {
  const bytes = drawnPage({ content: lines({ words: 30, bottom: 780 }) });
  expect(answerTo(bytes, 'agreed', { which: 12 })?.hits[11]?.text).toMatch(/^….{40,75}…$/);
});

test.each([
  'पट्टेदार के लिए हस्ताक्षर',
  'குத்தகைதாரர் சார்பில்',
  'ಬಾಡಿಗೆದಾರರ ಪರವಾಗಿ',
  'کرایہ دار کی جانب سے',
  'Financial affairs office',
])('"%s" is found once in a PDF by pdfmake', async (words) => {
  const layout = { content: ['1', words, '2'], defaultStyle: { font: 'latin' } };
  expect(answerTo(await printLayout(layout, testFonts()), words)?.count).toBe(1);
});

test('words are found in a PDF by LibPDF', async () => {
  const pdf = PDF.create();
  pdf.addPage({ size: 'a4' }).drawText(`Signed: ${LESSEE}, Asha Rao`, { x: 50, y: 700, size: 10 });
  expect(answerTo(Buffer.from(await pdf.save()))?.count).toBe(1);
});

test('a file that is no PDF has no answers', () => {
  const bytes = Buffer.from('Dear Asha');
  expect(locateWords(pdfium, { bytes, queries: [] })).toBeUndefined();
});
