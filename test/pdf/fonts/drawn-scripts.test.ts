import { expect, test } from 'vitest';
import { layoutText } from '../../../src/pdf/certificate/certificate-layout.ts';
import { printLayout } from '../../../src/pdf/certificate/shaping-printer.ts';
import { typesetter } from '../../../src/pdf/fonts/typesetter.ts';
import type { GreyPicture } from '../../../src/pdf/reading/ink.ts';
import { drawGrey } from '../../../src/pdf/reading/ink.ts';
import { readPages } from '../../../src/pdf/reading/open-pages.ts';
import { referenceLine } from '../../support/drawing/harfbuzz-page.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { lineOf, SCRIPT_SAMPLES } from '../../support/drawing/script-samples.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { streamObject, writePdf } from '../../support/pdf/a-pdf.ts';

const fonts = testFonts();
const pdfium = await testPdfium();

const PAGE = { width: 700, height: 100 };
const PEN = { x: 20, y: 40, size: 32 };
const SCALE = 2;

function pageOf(operators: string): Buffer {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R >>`,
    streamObject(operators),
  ]);
}

function pictureOf(bytes: Uint8Array): GreyPicture {
  const size = { columns: PAGE.width * SCALE, rows: PAGE.height * SCALE };
  const [picture] =
    readPages(pdfium, { bytes, numbers: [1] }, (page) => drawGrey(page, size)) ?? [];
  if (!picture) throw new Error('the page cannot be drawn');
  return picture;
}

const DARK = 128;

/** The part of the dark pixels of either picture that is not dark in the other, a pixel around it included. */
function differenceOf(one: GreyPicture, other: GreyPicture): number {
  const isDark = ({ grey }: GreyPicture, at: number) => (grey[at] ?? 255) < DARK;
  const around = [0, 1, -1, one.columns, -one.columns];
  let [dark, lone] = [0, 0];
  for (let at = 0; at < one.grey.length; at++) {
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      if (!isDark(a, at)) continue;
      dark += 1;
      if (!around.some((step) => isDark(b, at + step))) lone += 1;
    }
  }
  if (dark < 1000) throw new Error('there is hardly anything on the pages');
  return lone / dark;
}

const SAME = 0.001;

const drawn = (text: string) => pictureOf(pageOf(typesetter(fonts.regular).draw(text, PEN)));
const reference = (sample: (typeof SCRIPT_SAMPLES)[number]) =>
  pictureOf(pageOf(referenceLine(sample, PEN)));

/** The line as text of a certificate, its baseline where the pen is. */
async function printed(text: string): Promise<GreyPicture> {
  const shown = layoutText(fonts).text(text);
  const bytes = await printLayout(
    {
      pageSize: PAGE,
      pageMargins: [PEN.x, 0, 0, 0],
      content: [{ stack: [shown], fontSize: PEN.size }],
      defaultStyle: { font: 'latin' },
      version: '1.7',
    },
    fonts,
  );
  return pictureOf(bytes);
}

/** The topmost row with something dark in it. */
function topOf({ grey, columns }: GreyPicture): number {
  return Math.floor(grey.findIndex((shade) => shade < DARK) / columns);
}

/** The picture moved up, or down where `rows` is negative. */
function moved({ grey, columns, rows: height }: GreyPicture, rows: number): GreyPicture {
  const shifted = new Uint8Array(grey.length).fill(255);
  for (let at = 0; at < grey.length; at++) shifted[at] = grey[at + rows * columns] ?? 255;
  return { grey: shifted, columns, rows: height };
}

test.each(SCRIPT_SAMPLES)('$name is stamped as HarfBuzz draws it', (sample) => {
  expect(differenceOf(drawn(lineOf(sample)), reference(sample))).toBeLessThan(SAME);
});

test.each(SCRIPT_SAMPLES)('$name is printed as HarfBuzz draws it', async (sample) => {
  const [found, wanted] = [await printed(lineOf(sample)), reference(sample)];
  const level = moved(found, topOf(found) - topOf(wanted));
  expect(differenceOf(level, wanted)).toBeLessThan(SAME);
});

test('letters that do not join are told from letters that do', () => {
  const line = 'श्रीकृष्ण क्षत्रिय लक्ष्मी';
  const apart = line.replaceAll('्', '्\u200c');
  expect(differenceOf(drawn(line), drawn(apart))).toBeGreaterThan(SAME * 100);
});
