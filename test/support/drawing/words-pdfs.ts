import { streamObject, writePdf } from '../pdf/a-pdf.ts';
import { drawnPage, lines } from './drawn-page.ts';

/** The words that these PDFs have once. */
export const LESSEE = 'For the Lessee';

const CROP = '/CropBox [-10 -20 585 822]';
const MEDIA = '-50 -50 700 900';
/** Text matrices that make text upright on a page that is displayed rotated. */
const UPRIGHT = {
  0: '1 0 0 1 150 500',
  90: '0 1 -1 0 300 200',
  180: '-1 0 0 -1 400 500',
  270: '0 -1 1 0 300 600',
} as const;
export const ROTATIONS = [0, 90, 180, 270] as const;

/** The words upright on a rotated page, inside a crop box with an offset. */
export const uprightWords = (rotate: (typeof ROTATIONS)[number]): Buffer =>
  drawnPage({
    content: `BT /F1 12 Tf ${UPRIGHT[rotate]} Tm (${LESSEE}) Tj ET`,
    entries: `/Rotate ${rotate} ${CROP}`,
    box: MEDIA,
  });

const text = (operators: string): Buffer => drawnPage({ content: `BT /F1 12 Tf ${operators} ET` });

/** The words once, written in ways that producers have. */
export const WRITTEN_WORDS: Readonly<Record<string, Buffer>> = {
  'one string': text(`1 0 0 1 60 400 Tm (${LESSEE}) Tj`),
  'kerned pieces': text('1 0 0 1 60 400 Tm [(F)30(or )-20(the)-280(Les)15(see)] TJ'),
  'a string for each letter': text(
    [...LESSEE].map((letter, at) => `1 0 0 1 ${60 + at * 8} 400 Tm (${letter}) Tj`).join(' '),
  ),
  'spaced letters': text(`4 Tc 1 0 0 1 60 400 Tm (${LESSEE}) Tj`),
  'justified words': text(`20 Tw 1 0 0 1 60 400 Tm (${LESSEE}) Tj`),
  'words without spaces': text(
    '1 0 0 1 60 400 Tm (For) Tj 1 0 0 1 84 400 Tm (the) Tj 1 0 0 1 108 400 Tm (Lessee) Tj',
  ),
  'fake bold': text(
    `1 0 0 1 60 400 Tm (${LESSEE}) Tj 1 0 0 1 60.3 400 Tm (${LESSEE}) Tj 1 0 0 1 60 300 Tm (x) Tj`,
  ),
  'invisible text': text(`3 Tr 1 0 0 1 60 400 Tm (${LESSEE}) Tj`),
  'white text': drawnPage({ content: `1 g BT /F1 12 Tf 1 0 0 1 60 400 Tm (${LESSEE}) Tj ET` }),
  'a hyphenated word': text(
    '1 0 0 1 60 400 Tm (Signed for and on behalf of the company, For the Les-) Tj 1 0 0 1 60 386 Tm (see, by its director) Tj',
  ),
  'two lines': text('1 0 0 1 300 400 Tm (For the) Tj 1 0 0 1 60 386 Tm (Lessee) Tj'),
  'vertical text': text(`0 1 -1 0 300 400 Tm (${LESSEE}) Tj`),
  'slanted text': text(`0.866 0.5 -0.5 0.866 200 400 Tm (${LESSEE}) Tj`),
  'text upside down': text(`-1 0 0 -1 300 400 Tm (${LESSEE}) Tj`),
  'a form': drawnPage({
    content: '/Fm Do',
    resources: '/XObject << /Fm 6 0 R >>',
    more: [
      streamObject(
        `BT /F1 12 Tf 1 0 0 1 60 400 Tm (${LESSEE}) Tj ET`,
        '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>',
      ),
    ],
  }),
  'a replacement text': drawnPage({
    content: `/Span << /ActualText (${LESSEE}) >> BDC BT /F1 12 Tf 1 0 0 1 60 400 Tm (Fxr xxx Lxxxxx) Tj ET EMC`,
  }),
};

/** Letters whose codes mean nothing: a font without a map to Unicode. */
export const meaningless = drawnPage({
  content: 'BT /F9 12 Tf 1 0 0 1 60 400 Tm <000100020003000400050006> Tj ET',
  resources: '/Font << /F9 6 0 R >>',
  more: [
    '<< /Type /Font /Subtype /Type0 /BaseFont /Lohit /Encoding /Identity-H /DescendantFonts [7 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Lohit /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R /DW 600 >>',
    '<< /Type /FontDescriptor /FontName /Lohit /Flags 4 /FontBBox [0 0 600 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ],
});

/** Two parties with rules to sign on, below clauses. */
export const twoParties = drawnPage({
  content: `${lines({ bottom: 300 })}BT /F1 11 Tf 1 0 0 1 60 240 Tm (${LESSEE}) Tj 260 0 Td (For the Lessor) Tj ET
    60 160 m 220 160 l 320 160 m 480 160 l S`,
});

/** A PDF of so many pages with the given content. */
export function pagesOf(contents: readonly string[]): Buffer {
  const kids = contents.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const pages = contents.flatMap((content, at) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * at} 0 R
        /Resources << /Font << /F1 3 0 R >> >> >>`,
    streamObject(content),
  ]);
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages,
  ]);
}

/** Pages with the same header, each with a line of its own. */
export function withHeaders(header: string, texts: readonly string[]): Buffer {
  return pagesOf(
    texts.map(
      (line) => `BT /F1 10 Tf 1 0 0 1 60 800 Tm (${header}) Tj 1 0 0 1 60 600 Tm (${line}) Tj ET`,
    ),
  );
}
