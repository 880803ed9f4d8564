import { expect, test } from 'vitest';
import { loadPdf, rewritePdf } from '../../../src/pdf/pdf-file.ts';
import { surveyPages } from '../../../src/pdf/reading/survey.ts';
import { pageBox } from '../../../src/pdf/signing/geometry.ts';
import { appendSignaturePage, drawSignaturePage } from '../../../src/pdf/signing/signature-page.ts';
import {
  HEADING_HEIGHT,
  placeBlock,
  SIGNATURE_PAGE_MARGIN,
} from '../../../src/service/core/documents/place-block.rules.ts';
import { nestedPages } from '../../support/drawing/drawn-pdfs.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { lineOf, SCRIPT_SAMPLES } from '../../support/drawing/script-samples.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';

const DOCUMENT_ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const pdfium = await testPdfium();

const pageOf = ({ documentName = 'Lease agreement', width = 595, height = 842 } = {}) =>
  drawSignaturePage(
    {
      width,
      height,
      margin: SIGNATURE_PAGE_MARGIN,
      documentName,
      documentId: DOCUMENT_ID,
      page: 2,
    },
    testFonts(),
  );

async function appended(bytes: Buffer, page = pageOf()): Promise<Buffer> {
  const pdf = await loadPdf(bytes);
  appendSignaturePage(pdf, page);
  return await rewritePdf(pdf);
}

/** The topmost and leftmost points that a page's content reaches. */
function extentOf(bytes: Buffer, page: number) {
  const [blank] = surveyPages(pdfium, { bytes, pages: [page] }) ?? [];
  if (!blank) throw new Error('the page cannot be surveyed');
  const bits = Buffer.from(blank.taken, 'base64');
  const cells = Array.from({ length: blank.columns * blank.rows }, (_, at) => at).filter(
    (at) => ((bits[at >> 3] ?? 0) >> (at & 7)) & 1,
  );
  const columns = cells.map((at) => at % blank.columns);
  const [left, right] = [Math.min(...columns), Math.max(...columns) + 1];
  const bottom = Math.floor(Math.min(...cells) / blank.columns);
  const across = blank.width / blank.columns;
  const up = blank.height / blank.rows;
  return { left: left * across, right: right * across, bottom: bottom * up };
}

test('a signature page is the last one, whatever the others pass on to their pages', async () => {
  const pdf = await loadPdf(await appended(nestedPages));
  const boxes = pdf.getPages().map((page) => pageBox(pdf, page));
  expect(boxes.map(({ width, height, rotate }) => [width, height, rotate])).toEqual([
    [400, 300, 90],
    [400, 300, 90],
    [90, 90, 180],
    [595, 842, 0],
  ]);
});

test('the pages of a nested tree look the same with a signature page', async () => {
  const numbers = [1, 2, 3];
  const before = surveyPages(pdfium, { bytes: nestedPages, pages: numbers });
  const after = surveyPages(pdfium, { bytes: await appended(nestedPages), pages: numbers });
  expect(before?.[0]?.taken).not.toBe(before?.[2]?.taken);
  expect(after).toEqual(before);
});

test('a page without signatures has only its heading, within the margins', async () => {
  const { left, right, bottom } = extentOf(await appended(aPdf()), 2);
  expect(left).toBeGreaterThanOrEqual(SIGNATURE_PAGE_MARGIN - 4);
  expect(right).toBeLessThanOrEqual(595 - SIGNATURE_PAGE_MARGIN);
  expect(bottom).toBeGreaterThanOrEqual(842 - HEADING_HEIGHT);
});

test.each([
  ['a long name on a narrow page', { documentName: 'Lease agreement '.repeat(16), width: 420 }],
  ['a long name in Devanagari', { documentName: 'पट्टा समझौता '.repeat(20), width: 420 }],
  ['a long name in Telugu and Urdu', { documentName: 'ఒప్పందం معاہدہ '.repeat(16), width: 420 }],
  ['a name of one long word', { documentName: 'agreement'.repeat(28), width: 420 }],
])('%s stays within the margins', async (_, wishes) => {
  const { right, bottom } = extentOf(await appended(aPdf(), pageOf(wishes)), 2);
  expect(right).toBeLessThanOrEqual(420 - SIGNATURE_PAGE_MARGIN + 4);
  expect(bottom).toBeGreaterThanOrEqual(842 - HEADING_HEIGHT);
});

test('a name in a script that no font has is left out, and directions cannot be overridden', () => {
  const without = pageOf({ documentName: '' }).content;
  expect(pageOf({ documentName: '租赁协议' }).content).toBe(without);
  expect(pageOf({ documentName: '\u202E\u0007' }).content).toBe(without);
  for (const documentName of ['Lease', ...SCRIPT_SAMPLES.map(lineOf)]) {
    expect(pageOf({ documentName }).content).not.toBe(without);
  }
});

test('a signature page has room for six more signatures below its heading', async () => {
  const bytes = await appended(aPdf());
  const [blank] = surveyPages(pdfium, { bytes, pages: [2] }) ?? [];
  expect(blank && placeBlock(blank, [], 6)).toHaveLength(6);
});
