import type { PDF } from '@libpdf/core';
import { PdfStream } from '@libpdf/core';
import { expect, test } from 'vitest';
import { readArray, readDict, readNumbers } from '../../../src/pdf/objects.ts';
import { loadPdf, rewritePdf } from '../../../src/pdf/pdf-file.ts';
import { flattenForm } from '../../../src/pdf/signing/flatten-form.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { streamObject, writePdf } from '../../support/pdf/a-pdf.ts';

const appearance = (ink: string, entries = '') =>
  streamObject(ink, `/Type /XObject /Subtype /Form /BBox [0 0 100 20] ${entries}`);

/** Two pages that inherit one dictionary of resources, each with its widgets. */
function aForm(first: readonly string[], second: readonly string[] = []): Buffer {
  const widgets = (list: readonly string[]) =>
    list.map((one) => `<< /Type /Annot /Subtype /Widget ${one} >>`).join(' ');
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] >> >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 400 300] /Resources 5 0 R >>',
    `<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Annots [${widgets(first)}] >>`,
    `<< /Type /Page /Parent 2 0 R /Annots [${widgets(second)} << /Type /Annot /Subtype /Link >>] >>`,
    '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /Field1 7 0 R >> >>',
    streamObject('BT /F1 9 Tf 10 10 Td (own text) Tj ET'),
    appearance('1 0 0 rg % one'),
    appearance('0 1 0 rg % two'),
  ]);
}

async function flattened(bytes: Buffer): Promise<PDF> {
  const pdf = await loadPdf(bytes);
  await flattenForm(pdf, async () => testFonts());
  return await loadPdf(await rewritePdf(pdf));
}

/** What a page draws besides its own content: the placement and the ink of each field. */
function fieldsOn(pdf: PDF, number: number) {
  const page = pdf.getPages()[number - 1];
  const parts = readArray(pdf, page?.dict.get('Contents'))?.toArray() ?? [];
  const last = readDict(pdf, parts.at(-1));
  const content = last instanceof PdfStream ? Buffer.from(last.data).toString('latin1') : '';
  const resources = readDict(pdf, page?.dict.get('Resources'));
  const xObjects = readDict(pdf, resources?.get('XObject'));
  return [...content.matchAll(/q (.*) cm \/(\w+) Do Q/g)].map(([, matrix = '', name = '']) => {
    const drawn = readDict(pdf, xObjects?.get(name));
    const ink = drawn instanceof PdfStream ? Buffer.from(drawn.getDecodedData()).toString() : '';
    return {
      matrix: matrix.split(' ').map(Number),
      ink,
      box: readNumbers(pdf, drawn?.get('BBox')),
    };
  });
}

test('a field becomes content at its place, and no form is left', async () => {
  const pdf = await flattened(aForm(['/FT /Tx /Rect [20 40 220 60] /AP << /N 7 0 R >>']));
  expect(fieldsOn(pdf, 1)).toMatchObject([{ matrix: [2, 0, 0, 1, 20, 40], ink: '1 0 0 rg % one' }]);
  expect(pdf.getCatalog().has('AcroForm')).toBe(false);
  const annotations = (index: number) =>
    readArray(pdf, pdf.getPages()[index]?.dict.get('Annots'))?.length;
  expect([annotations(0), annotations(1)]).toEqual([0, 1]);
});

test('pages that share their resources keep their fields and fonts apart', async () => {
  const pdf = await flattened(
    aForm(
      ['/FT /Tx /Rect [0 0 100 20] /AP << /N 7 0 R >>'],
      ['/FT /Tx /Rect [0 0 100 20] /AP << /N 8 0 R >>'],
    ),
  );
  expect(fieldsOn(pdf, 1).map(({ ink }) => ink)).toEqual(['1 0 0 rg % one']);
  expect(fieldsOn(pdf, 2).map(({ ink }) => ink)).toEqual(['0 1 0 rg % two']);
  const resources = readDict(pdf, pdf.getPages()[0]?.dict.get('Resources'));
  expect(resources?.has('Font')).toBe(true);
  expect(readDict(pdf, resources?.get('XObject'))?.size).toBe(2);
});

test.each([
  [
    'a ticked box shows its state',
    '/FT /Btn /AS /Yes /AP << /N << /Yes 7 0 R /Off 8 0 R >> >>',
    ['1 0 0 rg % one'],
  ],
  [
    'an unticked box shows its own',
    '/FT /Btn /AS /Off /AP << /N << /Yes 7 0 R /Off 8 0 R >> >>',
    ['0 1 0 rg % two'],
  ],
  ['a hidden field shows nothing', '/FT /Tx /F 2 /V (x) /AP << /N 7 0 R >>', []],
  ['an empty field shows nothing', '/FT /Tx /V ()', []],
  ['a field to sign shows nothing', '/FT /Sig', []],
] as const)('%s', async (_, widget, shown) => {
  const pdf = await flattened(aForm([`/Rect [0 0 100 20] ${widget}`]));
  expect(fieldsOn(pdf, 1).map(({ ink }) => ink)).toEqual(shown);
});

test.each([
  ['a text', '/FT /Tx /V (Mysuru)'],
  ['a choice', '/FT /Ch /Ff 131072 /V (ka) /Opt [[(ka) (Karnataka)]]'],
  ['a text with characters that are not shown', '/FT /Tx /V <FEFF004D0000200B00ADFEFF0079>'],
  ['a text in Devanagari', '/FT /Tx /V <FEFF09050928093F0924093E>'],
  ['a long text', '/FT /Tx /Ff 4096 /V (one line that does not fit into the box\\nand another)'],
])('%s without an appearance is drawn in its box', async (_, field) => {
  const pdf = await flattened(aForm([`/Rect [20 40 220 100] /DA (/F1 0 Tf 1 0 0 rg) ${field}`]));
  const [drawn] = fieldsOn(pdf, 1);
  expect(drawn).toMatchObject({ matrix: [1, 0, 0, 1, 20, 40], box: [0, 0, 200, 60] });
  expect(drawn?.ink).toMatch(/^q\n1 0 0 rg\nq [\d. ]+ cm\n[\s\S]*f\n/);
});

test.each(['/FT /Tx /V <FEFF5C717530>', '/FT /Btn /Parent << /V /a /Kids [null null] >>'])(
  'a value that cannot be drawn is an error that names the field: %s',
  async (field) => {
    await expect(flattened(aForm([`/T (a) /Rect [0 0 100 20] ${field}`]))).rejects.toMatchObject({
      code: 'FORM_VALUE',
      message: expect.stringContaining('the field “a” on page 1'),
    });
  },
);
