import { expect, test } from 'vitest';
import { compareFields } from '../../../src/pdf/reading/compare-fields.ts';
import { drawnPage } from '../../support/drawing/drawn-page.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';

const pdfium = await testPdfium();
const BOX = [100, 100, 200, 200];
const plain = drawnPage({ content: '' });
const marked = (shade: number, x = 110) => drawnPage({ content: `${shade} g ${x} 110 20 20 re f` });

const field = (entries = {}) => ({ page: 1, box: BOX, isDrawn: false, isFilled: true, ...entries });
const compared = (before: Buffer, after: Buffer, fields: ReturnType<typeof field>[], ms = 60_000) =>
  compareFields(pdfium, { before, after, fields }, ms);

test('a field that looks the same does not differ, nor do smoothed edges', () => {
  expect(compared(marked(0), marked(0), [field()])).toBeUndefined();
  expect(compared(marked(0), marked(0.1), [field()])).toBeUndefined();
});

test('a field that looks different is named, and a page is where no field is', () => {
  const [other, own] = [field({ box: [0, 0, 50, 50] }), field()];
  expect(compared(marked(0), plain, [other, own])).toEqual({ page: 1, field: own });
  expect(compared(marked(0), marked(0.3), [own])).toEqual({ page: 1, field: own });
  expect(compared(marked(0, 300), plain, [own])).toEqual({ page: 1, field: undefined });
});

test('what a field that is drawn from its value showed before does not count, but it must show something', () => {
  const drawn = field({ isDrawn: true });
  expect(compared(marked(0), marked(0, 150), [drawn])).toBeUndefined();
  expect(compared(plain, marked(0), [drawn])).toBeUndefined();
  expect(compared(plain, plain, [drawn])).toEqual({ page: 1, field: drawn });
  expect(compared(plain, plain, [field({ isDrawn: true, isFilled: false })])).toBeUndefined();
  expect(compared(plain, marked(0, 300), [drawn])).toMatchObject({ page: 1 });
});

test('a page of another size differs', () => {
  const small = drawnPage({ content: '', box: '0 0 300 300' });
  expect(compared(plain, small, [field()])).toMatchObject({ page: 1 });
});

test('only pages with fields are drawn, and nothing after the time is over', () => {
  const [one, two] = [aPdf({ pages: [{}] }), aPdf({ pages: [{}, {}] })];
  expect(compared(one, two, [field()])).toBeUndefined();
  expect(compared(marked(0), plain, [])).toBeUndefined();
  expect(compared(marked(0), plain, [field()], -1)).toBeUndefined();
});

test('a file that PDFium cannot open, or a page that is missing, is no difference', () => {
  expect(compared(Buffer.from('%PDF-1.7'), plain, [field()])).toBeUndefined();
  expect(compared(marked(0), plain, [field({ page: 2 })])).toBeUndefined();
});
