import { readFileSync } from 'node:fs';
import { aPdf, streamObject, writePdf } from '../pdf/a-pdf.ts';
import { drawnPage, lines, paper, scannedPage } from './drawn-page.ts';

/** A PDF and the number of people who sign it. */
export type NamedPdf = readonly [name: string, bytes: Buffer, signers: number];

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const letter = lines({ bottom: 300 });
const footer = 'BT /F1 9 Tf 1 0 0 1 270 30 Tm (Page 3 of 3) Tj ET\n';
const parties =
  'BT /F1 11 Tf 1 0 0 1 60 240 Tm (For the Lessee) Tj 260 0 Td (For the Lessor) Tj ET 60 160 m 220 160 l 320 160 m 480 160 l S\n';

/**
 * Three pages in a nested tree. The first two inherit their size, rotation and font from their own node, the third inherits
 * a small crop box and a rotation from the root.
 */
export const nestedPages = writePdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 3 /MediaBox [0 0 900 900] /CropBox [100 100 190 190] /Rotate 180 >>',
  `<< /Type /Pages /Parent 2 0 R /Kids [4 0 R 5 0 R] /Count 2 /MediaBox [0 0 300 400]
      /CropBox [0 0 300 400] /Rotate 90 /Resources << /Font << /F1 7 0 R >> >> >>`,
  '<< /Type /Page /Parent 3 0 R /Contents 8 0 R >>',
  '<< /Type /Page /Parent 3 0 R /Contents 8 0 R >>',
  '<< /Type /Page /Parent 2 0 R >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  streamObject('BT /F1 40 Tf 20 200 Td (Text) Tj ET'),
]);

const sideways = (rotate: number): Buffer =>
  drawnPage({
    content: lines({ words: 6, x: 20, top: 780, bottom: 0 }),
    entries: `/Rotate ${rotate} /CropBox [-10 -20 585 822]`,
    box: '-50 -50 700 900',
  });

const annotated = (annotation: string): Buffer =>
  drawnPage({
    content: letter,
    entries: '/Annots [6 0 R]',
    more: [`<< /Type /Annot ${annotation} /Rect [0 40 400 200] >>`],
  });

/** Fields with appearances, which become content; one of them is rotated, one has two states. */
const filledForm = drawnPage({
  content: letter,
  entries: '/Rotate 90 /Annots [6 0 R 7 0 R 8 0 R]',
  more: [
    '<< /Type /Annot /Subtype /Widget /FT /Tx /V (Mysuru) /Rect [60 200 260 240] /AP << /N 9 0 R >> >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /V (Kochi) /Rect [300 100 320 200] /AP << /N 10 0 R >> >>',
    '<< /Type /Annot /Subtype /Widget /FT /Btn /V /Yes /AS /Yes /Rect [400 200 420 220] /AP << /N << /Yes 9 0 R /Off 10 0 R >> >> >>',
    ...['', '/Matrix [0 1 -1 0 20 0]'].map((matrix) =>
      streamObject(
        '0.8 0.9 1 rg 1 1 98 18 re f 0 g BT /F1 10 Tf 3 6 Td (Mysuru) Tj ET',
        `/Type /XObject /Subtype /Form /BBox [0 0 100 20] ${matrix} /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>`,
      ),
    ),
  ],
});

const table = (rows: number): string =>
  Array.from({ length: rows }, (_, row) => `40 ${780 - row * 24} 515 24 re S`).join('\n');

const gradient = drawnPage({
  content: '/Sh sh',
  resources: `/Shading << /Sh << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 0 842]
    /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >> >>`,
});

/** A scan with lines down to `bottom` points. */
const scan = (bottom: number, noise: number): Buffer =>
  scannedPage({
    width: 1190,
    height: 1684,
    shade: (x, y, chance) => {
      const down = 842 - y / 2;
      const isInk = down > bottom && down < 780 && y % 28 < 14 && x > 120 && x < 1070 && x % 10 < 6;
      return (isInk ? 40 : 236 - 8 * (x / 1190)) + noise * (chance() + chance() + chance() - 1.5);
    },
  });

const photo = scannedPage({
  width: 600,
  height: 840,
  shade: (x, y) => 128 + 127 * Math.sin(x / 40) * Math.cos(y / 60),
});

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

const fixture = (name: string): Buffer => readFileSync(new URL(`${name}.pdf`, FIXTURES));

/** Pages drawn by hand, so that each is a case that a search for white space has to get right. */
export const DRAWN_PDFS: readonly NamedPdf[] = [
  ['a letter', drawnPage({ content: letter + footer }), 1],
  ['a letter with six signers', drawnPage({ content: letter + footer }), 6],
  ['two parties with rules', drawnPage({ content: letter + parties + footer }), 2],
  ['a full page', drawnPage({ content: lines({ bottom: 20 }) }), 2],
  ['text that ends low', drawnPage({ content: lines({ bottom: 125 }) }), 2],
  [
    'two columns of unequal length',
    drawnPage({
      content: lines({ words: 6, bottom: 40 }) + lines({ words: 6, x: 320, bottom: 300 }),
    }),
    1,
  ],
  ['cream paper', drawnPage({ content: paper('0.98 0.96 0.88') + letter }), 2],
  ['dark paper', drawnPage({ content: `${paper('0.1 0.1 0.15')}1 g ${letter}` }), 2],
  ['a dark square', drawnPage({ content: `${letter}0 g 0 0 300 280 re f` }), 1],
  [
    'yellow text',
    drawnPage({ content: `${letter}1 1 0 rg ${lines({ top: 100, bottom: 20 })}` }),
    1,
  ],
  ['a frame', drawnPage({ content: `${letter}30 30 535 782 re S` }), 3],
  ['an empty table', drawnPage({ content: table(31) }), 1],
  ['a short table', drawnPage({ content: table(18) }), 4],
  [
    'a watermark',
    drawnPage({
      content: `0.9 g BT /F1 120 Tf 0.7 0.7 -0.7 0.7 120 120 Tm (DRAFT) Tj ET 0 g ${letter}`,
    }),
    1,
  ],
  ['a gradient', gradient, 1],
  ['a noisy scan', scan(320, 8), 2],
  ['a clean scan', scan(320, 0), 2],
  ['a full scan', scan(40, 8), 1],
  ['a photo', photo, 1],
  ['an empty page', drawnPage({ content: '' }), 6],
  ['a small page', drawnPage({ content: '', box: '0 0 200 200' }), 1],
  [
    'a receipt',
    drawnPage({ content: 'BT /F1 9 Tf 10 60 Td (Total 100) Tj ET', box: '0 0 90 300' }),
    2,
  ],
  ['a wide page', drawnPage({ content: lines({ top: 560, bottom: 260 }), box: '0 0 842 595' }), 3],
  ['a page of A3', drawnPage({ content: letter, box: '0 0 842 1191' }), 2],
  ['a rotated page', sideways(90), 2],
  ['a page upside down', sideways(180), 2],
  ['a page rotated back', sideways(270), 2],
  ['a cropped page', sideways(0), 2],
  ['a square drawn on the page', annotated('/Subtype /Square /C [1 0 0] /IC [1 1 0]'), 1],
  ['a form field', annotated('/Subtype /Widget /FT /Tx /T (place) /F 4'), 1],
  ['a hidden form field', annotated('/Subtype /Widget /FT /Tx /T (place) /F 2'), 1],
  ['a filled form', filledForm, 2],
  ['a link', annotated('/Subtype /Link /Border [0 0 0]'), 1],
  ['a font that is not there', unseen, 1],
  ['invisible text', drawnPage({ content: `3 Tr ${lines({ bottom: 20 })}` }), 1],
  ['spaces', drawnPage({ content: `BT /F1 40 Tf 1 0 0 1 0 60 Tm (${' '.repeat(50)}) Tj ET` }), 1],
  ['pages that inherit', nestedPages, 2],
  ['a page of the size of a stamp', drawnPage({ content: '', box: '0 0 90 90' }), 1],
  [
    'many small pages',
    aPdf({ pages: Array.from({ length: 300 }, () => ({ box: '0 0 90 90' })) }),
    2,
  ],
  ['three pages', aPdf({ pages: [{}, { entries: '/Rotate 90' }, { box: '0 0 612 792' }] }), 2],
  ...['plain', 'object-streams', 'linearised', 'rotated', 'pdf-a'].map(
    (name) => [`the fixture ${name}`, fixture(name), 2] as const,
  ),
];
