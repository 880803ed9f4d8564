import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { surveyPages } from '../../../src/pdf/reading/survey.ts';
import { placeBlock } from '../../../src/service/core/documents/place-block.rules.ts';
import { drawnPage } from '../../support/drawing/drawn-page.ts';
import { DRAWN_PDFS } from '../../support/drawing/drawn-pdfs.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';

const pdfium = await testPdfium();

/** The size of the boxes on the first page, and the lower left corner of the first one. */
function blockOn(bytes: Buffer, count: number): string | undefined {
  const [blank] = surveyPages(pdfium, { bytes, pages: [1] }) ?? [];
  if (!blank) throw new Error('the page cannot be surveyed');
  const box = placeBlock(blank, [], count)?.[0];
  return box && `${box.width}x${box.height} ${box.x},${box.y}`;
}

/** At the foot of the page, within the usual margin. */
const FOOT = '140x110 56,56';

const BLOCKS: Readonly<Record<string, string | undefined>> = {
  'a letter': FOOT,
  'a letter with six signers': '140x110 56,176',
  'two parties with rules': '140x84 56,56',
  'a full page': undefined,
  'text that ends low': '140x84 24,24',
  'two columns of unequal length': '140x110 292,56',
  'cream paper': FOOT,
  'dark paper': FOOT,
  'a dark square': '140x110 312,56',
  'yellow text': '140x110 24,120',
  'a frame': FOOT,
  'an empty table': undefined,
  'a watermark': '140x110 272,56',
  'a gradient': undefined,
  'a noisy scan': FOOT,
  'a clean scan': FOOT,
  'a full scan': undefined,
  'a photo': undefined,
  'a small page': '140x110 24,24',
  'a receipt': undefined,
  'a rotated page': FOOT,
  'a page upside down': '140x110 24,24',
  'a page rotated back': '140x110 24,260',
  'a cropped page': '140x110 260,24',
  'a square drawn on the page': '140x110 412,24',
  'a form field': '140x110 412,24',
  'a hidden form field': '140x110 412,24',
  'a link': FOOT,
  'a font that is not there': undefined,
  'invisible text': undefined,
  spaces: FOOT,
};

const cases = DRAWN_PDFS.flatMap(([name, bytes, signers]) =>
  name in BLOCKS ? [[name, bytes, signers, BLOCKS[name]] as const] : [],
);

test('each expected block has its page', () => {
  expect(cases).toHaveLength(Object.keys(BLOCKS).length);
});

test.each(cases)('the white space of %s is found', (_, bytes, signers, expected) => {
  expect(blockOn(bytes, signers)).toBe(expected);
});

test('a page of a million points is surveyed as quickly as another', () => {
  const huge = drawnPage({ content: '', box: '0 0 1000000 1000000' });
  expect(blockOn(huge, 6)).toBe('140x110 56,176');
});

test('pages are surveyed by their numbers, with their sizes as displayed', () => {
  const pages = [{}, { entries: '/Rotate 90' }, { box: '0 0 200 100' }];
  const blanks = surveyPages(pdfium, { bytes: aPdf({ pages }), pages: [3, 2] });
  expect(blanks?.map(({ page, width, height }) => [page, width, height])).toEqual([
    [3, 200, 100],
    [2, 842, 595],
  ]);
});

test.each([
  ['a page that is not there', aPdf(), [2]],
  ['a file that is no PDF', Buffer.from('Dear Asha'), [1]],
])('%s cannot be surveyed', (_, bytes, pages) => {
  expect(surveyPages(pdfium, { bytes, pages })).toBeUndefined();
});

test('many surveys leave no memory behind', () => {
  const bytes = readFileSync(new URL('../../fixtures/form.pdf', import.meta.url));
  surveyPages(pdfium, { bytes, pages: [1] });
  const before = pdfium.pdfium.HEAPU8.length;
  for (let count = 0; count < 50; count++) surveyPages(pdfium, { bytes, pages: [1] });
  expect(pdfium.pdfium.HEAPU8.length).toBe(before);
});
