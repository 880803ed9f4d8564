import { expect, test } from 'vitest';
import { comparePages } from '../../../src/pdf/reading/compare-looks.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { aPdf, streamObject } from '../../support/pdf/a-pdf.ts';

const pdfium = await testPdfium();

const compared = (before: Buffer, after: Buffer, except: { page: number; box: number[] }[] = []) =>
  comparePages(pdfium, { before, after, except }, 60_000);

/** Two pages; the second has what an annotation with these flags draws. */
function withMark(flags: number, entries = ''): Buffer {
  const annotation = `<< /Type /Annot /Subtype /Square /Rect [100 100 200 200] /F ${flags} /AP << /N 9 0 R >> >>`;
  const appearance = streamObject(
    '0 0 100 100 re f',
    '/Type /XObject /Subtype /Form /BBox [0 0 100 100]',
  );
  const pages = [{}, { entries: `/Annots [8 0 R] ${entries}` }];
  return aPdf({ pages, more: [annotation, appearance] });
}

const plain = aPdf({ pages: [{}, {}] });
const SAME = { differing: [], covered: [], notCompared: [] };
const HIDDEN = 2;
const PRINT = 4;

test('pages that are drawn alike do not differ', () => {
  expect(compared(plain, plain)).toEqual(SAME);
  expect(compared(plain, withMark(HIDDEN))).toEqual(SAME);
});

test.each([
  ['shown and printed', PRINT],
  ['shown', 0],
])('what is %s only in one state is found', (_, flags) => {
  expect(compared(plain, withMark(flags))).toEqual({ ...SAME, differing: [2] });
});

test.each([0, 90, 180, 270])('a page turned by %i degrees may differ in a box', (turn) => {
  const rotate = `/Rotate ${turn}`;
  const [before, after] = [withMark(HIDDEN, rotate), withMark(PRINT, rotate)];
  const inside = { page: 2, box: [100, 100, 200, 200] };
  expect(compared(before, after, [inside])).toEqual(SAME);
  const beside = { page: 2, box: [110, 110, 200, 200] };
  expect(compared(before, after, [beside])).toMatchObject({ differing: [2] });
  expect(compared(before, after, [{ ...inside, page: 1 }])).toMatchObject({ differing: [2] });
});

test('a page more and another size are differences', () => {
  expect(compared(plain, aPdf())).toMatchObject({ differing: [2] });
  const turned = aPdf({ pages: [{ entries: '/Rotate 90' }, {}] });
  expect(compared(plain, turned)).toMatchObject({ differing: [1] });
});

test('pages for which no time is left are named', () => {
  const late = comparePages(pdfium, { before: plain, after: plain, except: [] }, -1);
  expect(late).toEqual({ ...SAME, notCompared: [1, 2] });
});

test('a file that cannot be opened is not compared', () => {
  expect(compared(plain, Buffer.from('%PDF-1.7'))).toBeUndefined();
});
