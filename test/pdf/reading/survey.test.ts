import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { surveyPages } from '../../../src/pdf/reading/survey.ts';
import { placeBlock } from '../../../src/service/domain/placement/place-block.ts';
import { aPdf } from '../../support/a-pdf.ts';
import { drawnPage, lines, paper, scannedPage } from '../../support/drawn-page.ts';
import { testPdfium } from '../../support/test-pdfium.ts';

const pdfium = await testPdfium();

/** Where so many signatures go on the first page: size, then the lower left corners. */
function blockOn(bytes: Buffer, count = 1): string | undefined {
  const [blank] = surveyPages(pdfium, { bytes, pages: [1] }) ?? [];
  const boxes = blank && placeBlock(blank, [], count);
  if (!boxes?.[0]) return undefined;
  const { width, height } = boxes[0];
  return [`${width}x${height}`, ...boxes.map(({ x, y }) => `${x},${y}`)].join(' ');
}

/** An annotation or form field as object 6. */
const withAnnotation = (annotation: string) =>
  drawnPage({
    content: lines({ bottom: 500 }),
    entries: '/Annots [6 0 R]',
    more: [`<< /Type /Annot ${annotation} /Rect [0 0 595 300] >>`],
  });

const FOOT = '140x110 24,24';
const letter = lines({ bottom: 300 });
const footer = 'BT /F1 9 Tf 1 0 0 1 270 30 Tm (Page 3 of 3) Tj ET\n';
const parties =
  'BT /F1 11 Tf 1 0 0 1 60 200 Tm (For the Lessee) Tj 260 0 Td (For the Lessor) Tj ET\n';

/** Text in a font that is neither in the file nor in PDFium, which draws nothing for it. */
const unseen = drawnPage({
  content: `BT /F2 40 Tf ${Array.from({ length: 20 }, (_, row) => `1 0 0 1 0 ${row * 42} Tm <${`30${42 + row}`.repeat(14)}> Tj`).join(' ')} ET`,
  resources: '/Font << /F2 6 0 R >>',
  more: [
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H /DescendantFonts [7 0 R] >>',
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /DW 1000 /FontDescriptor 8 0 R
        /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>`,
    `<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 6 /FontBBox [0 -250 1000 900]
        /ItalicAngle 0 /Ascent 900 /Descent -250 /CapHeight 700 /StemV 80 >>`,
  ],
});

const gradient = drawnPage({
  content: '/Sh sh',
  resources:
    '/Shading << /Sh << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 0 842] /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >> >>',
});

/** A scan with text lines down to `bottom` points, uneven light and noise. */
const scan = (bottom: number, noise = 6) =>
  scannedPage({
    width: 595,
    height: 842,
    shade: (x, y, chance) => {
      const isInk = 842 - y > bottom && y > 60 && y % 14 < 7 && x > 60 && x < 535 && x % 5 < 3;
      const light = noise === 0 ? 232 : 232 - 8 * (x / 595);
      return (isInk ? 40 : light) + noise * (chance() + chance() + chance() - 1.5);
    },
  });

test.each<[string, Buffer, number, string | undefined]>([
  ['a letter, at the foot of the page', drawnPage({ content: letter }), 1, FOOT],
  ['a letter with a footer, beside it', drawnPage({ content: letter + footer }), 1, FOOT],
  [
    'a letter with a footer, three signers above it',
    drawnPage({ content: letter + footer }),
    3,
    '140x110 24,48 174,48 324,48',
  ],
  [
    "the parties' names, below them",
    drawnPage({ content: letter + parties }),
    2,
    '140x110 24,24 174,24',
  ],
  ['a full page', drawnPage({ content: lines({ bottom: 20 }) }), 1, undefined],
  ['a page whose text ends low', drawnPage({ content: lines({ bottom: 125 }) }), 1, '140x84 24,24'],
  ['cream paper', drawnPage({ content: paper('0.98 0.96 0.88') + letter }), 1, FOOT],
  [
    'white text on dark paper',
    drawnPage({ content: `${paper('0.1 0.1 0.15')}1 g ${letter}` }),
    1,
    FOOT,
  ],
  [
    'a dark square, beside it',
    drawnPage({ content: `${letter}0 g 0 0 300 280 re f` }),
    1,
    '140x110 312,24',
  ],
  [
    'yellow text, above it',
    drawnPage({ content: `${letter}1 1 0 rg ${lines({ top: 100, bottom: 20 })}` }),
    1,
    '140x110 24,120',
  ],
  [
    'a framed page, inside the frame',
    drawnPage({ content: `${letter}30 30 535 782 re S` }),
    1,
    '140x110 40,40',
  ],
  ['an empty table', drawnPage({ content: rules() }), 1, undefined],
  ['a gradient', gradient, 1, undefined],
  ['a scan, below its text', scan(300), 1, FOOT],
  ['a scan without noise', scan(300, 0), 1, FOOT],
  ['a scan full of text', scan(20), 1, undefined],
  [
    'a photo',
    scannedPage({
      width: 300,
      height: 420,
      shade: (x, y) => 128 + 127 * Math.sin(x / 20) * Math.cos(y / 30),
    }),
    1,
    undefined,
  ],
  ['text that PDFium cannot draw', unseen, 1, undefined],
  ['invisible text', drawnPage({ content: `3 Tr ${lines({ bottom: 20 })}` }), 1, undefined],
  ['spaces, which cover nothing', drawnPage({ content: spaces() }), 1, FOOT],
  ['a highlight', withAnnotation('/Subtype /Square /C [1 0 0]'), 1, '140x110 24,312'],
  ['a form field', withAnnotation('/Subtype /Widget /FT /Tx /T (a)'), 1, '140x110 24,312'],
  [
    'a hidden form field',
    withAnnotation('/Subtype /Widget /FT /Tx /T (a) /F 2'),
    1,
    '140x110 24,312',
  ],
  ['a link, which covers nothing', withAnnotation('/Subtype /Link /Border [0 0 0]'), 1, FOOT],
  ['a page of 200 by 200 points', drawnPage({ content: '', box: '0 0 200 200' }), 1, FOOT],
  ['a page smaller than a box', drawnPage({ content: '', box: '0 0 100 100' }), 1, undefined],
  ['a page of a million points', drawnPage({ content: '', box: '0 0 1000000 1000000' }), 1, FOOT],
])('%s', (_, bytes, count, expected) => {
  expect(blockOn(bytes, count)).toBe(expected);
});

function rules(): string {
  const rows = Array.from(
    { length: 30 },
    (_, row) => `20 ${20 + row * 28} m 575 ${20 + row * 28} l`,
  );
  return `${rows.join(' ')} S`;
}

function spaces(): string {
  return `BT /F1 40 Tf 1 0 0 1 0 60 Tm (${' '.repeat(50)}) Tj ET`;
}

/** Text in the left half of the page as stored; an offset crop box. */
const leftHalf = (rotate: number) =>
  drawnPage({
    content: lines({ words: 6, x: 20, top: 780, bottom: 0 }),
    entries: `/Rotate ${rotate} /CropBox [-10 -20 585 822]`,
    box: '-50 -50 700 900',
  });

test.each([
  [0, '140x110 260,24'],
  [90, '140x110 24,24'],
  [180, '140x110 24,24'],
  [270, '140x110 24,260'],
])(
  'on a page rotated by %i degrees, positions are those of the page as displayed',
  (angle, expected) => {
    expect(blockOn(leftHalf(angle))).toBe(expected);
  },
);

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
