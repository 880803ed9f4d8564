import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formStates } from '../../../src/pdf/admission/same-looks.ts';
import { compareFields } from '../../../src/pdf/reading/compare-fields.ts';
import { coloursOf, pictureSize, pixelsOf } from '../../../src/pdf/reading/compare-looks.ts';
import { readPages } from '../../../src/pdf/reading/open-pages.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { aForm, anAppearance, textAppearance } from '../../support/pdf/a-form.ts';
import { streamObject } from '../../support/pdf/a-pdf.ts';

const pdfium = await testPdfium();
const RECT = '/Rect [72 600 272 620]';
const NEEDED = '/NeedAppearances true';
const EMPTY = anAppearance('/Tx BMC EMC');

/** The states of a document before and after its fields became a part of their pages. */
async function flattened(before: Buffer) {
  const states = await formStates(before, { fonts: async () => testFonts() });
  return { ...states, before: Buffer.from(states.before), after: Buffer.from(states.after) };
}

/** What the viewer shows of a page: each pixel's colour, and how many of them in a box are not white. */
function seen(bytes: Buffer, box: readonly number[] = [0, 0, 612, 792]) {
  const [found] =
    readPages(pdfium, { bytes }, (page) => {
      const size = pictureSize(page);
      const colours = coloursOf(page, size);
      const { left, right, top, bottom } = pixelsOf(page, box, size);
      let ink = 0;
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) {
          const at = (row * size.columns + column) * 4;
          if (colours.readUIntBE(at, 3) !== 0xffffff) ink += 1;
        }
      }
      return { colours, ink };
    }) ?? [];
  if (!found) throw new Error('PDFium cannot draw the page');
  return found;
}

const inkOf = (bytes: Buffer, box: readonly number[]) => seen(bytes, box).ink;

test.each([
  ['empty', EMPTY],
  ['of an old value', textAppearance('OLD VALUE')],
])(
  'a text whose appearance is %s is drawn from its value where the form asks for that',
  async (_, appearance) => {
    const widgets = [`/V (Meera Nair) ${RECT} /AP << /N 6 0 R >>`];
    const { after, fields } = await flattened(aForm({ widgets, form: NEEDED, more: [appearance] }));
    const without = await flattened(aForm({ widgets: [`/V (Meera Nair) ${RECT}`], more: [EMPTY] }));
    expect(seen(after).colours.equals(seen(without.after).colours)).toBe(true);
    expect(inkOf(after, [72, 600, 272, 620])).toBeGreaterThan(40);
    expect(fields).toMatchObject([{ page: 1, name: 'field1', isDrawn: true, isFilled: true }]);
  },
);

test('an old value goes away with the value', async () => {
  const widgets = [`${RECT} /AP << /N 6 0 R >>`];
  const more = [textAppearance('OLD VALUE')];
  const { after } = await flattened(aForm({ widgets, form: NEEDED, more }));
  expect(inkOf(after, [72, 600, 272, 620])).toBe(0);
});

const TEXT = 'BT /F1 12 Tf 72 720 Td (Rental agreement) Tj ET';

test.each([
  ['saves more states than it restores', `q 0.5 0 0 0.5 60 60 cm q ${TEXT}`],
  ['restores states that it did not save', `q ${TEXT} Q Q 2 0 0 2 0 0 cm Q Q 9 9 9 9 re f Q`],
  ['does both', `Q 0.5 0 0 0.5 60 60 cm q 1 0 0 RG ${TEXT} (unclosed \\) Q) pop q`],
  ['leaves a text open', '0.5 0 0 0.5 60 60 cm BT /F1 12 Tf 72 720 Td (Rental) Tj'],
  [
    'has operators in strings, comments and names',
    `q 0.5 0 0 0.5 0 0 cm % Q\n/Q BMC (Q \\( Q) pop EMC <51> pop ${TEXT}`,
  ],
  [
    'has operators in images',
    `q 0.5 0 0 0.5 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \0 Q\x01 EI ${TEXT}`,
  ],
])('a page that %s looks the same with its fields', async (_, content) => {
  const widgets = [`/V (Meera Nair) ${RECT} /AP << /N 6 0 R >>`];
  const more = [textAppearance('Meera Nair')];
  const states = await flattened(aForm({ widgets, content, more }));
  expect(inkOf(states.before, [72, 600, 272, 620])).toBeGreaterThan(40);
  expect(compareFields(pdfium, states, 60_000)).toBeUndefined();
});

test.each([
  ['in compressed parts', '[7 0 R 5 0 R 7 0 R]', 'Q 1 0 0 1 9 9 cm q Q'],
  ['in two parts of which one cannot be decoded', '[5 0 R 8 0 R]', 'q 1 0 0 1 9 9 cm Q'],
])('content %s is kept', async (_, contents, content) => {
  const more = [
    textAppearance('Meera Nair'),
    streamObject(deflateSync(`q 0.5 0 0 0.5 60 60 cm ${TEXT}`), '/Filter /FlateDecode'),
    streamObject('q Q', '/Filter /Unknown'),
  ];
  const widgets = [`/V (Meera Nair) ${RECT} /AP << /N 6 0 R >>`];
  const states = await flattened(aForm({ widgets, more, content, contents }));
  expect(compareFields(pdfium, states, 60_000)).toBeUndefined();
});

test('a field on a layer that is hidden stays hidden, and one on a layer that is shown is shown', async () => {
  const layers = '/OCProperties << /OCGs [7 0 R 8 0 R] /D << /OFF [7 0 R] >> >>';
  const widget = (y: number, layer: number) =>
    `/V (Meera Nair) /Rect [72 ${y} 272 ${y + 20}] /AP << /N 6 0 R >> /OC ${layer} 0 R`;
  const more = [
    textAppearance('Meera Nair'),
    '<< /Type /OCG /Name (Draft) >>',
    '<< /Type /OCG /Name (Final) >>',
  ];
  const widgets = [widget(600, 7), widget(500, 8)];
  const { after } = await flattened(aForm({ widgets, more, catalog: layers }));
  expect(inkOf(after, [72, 600, 272, 620])).toBe(0);
  expect(inkOf(after, [72, 500, 272, 520])).toBeGreaterThan(40);
});

/** Columns of a box, in so many parts, that have ink. */
function columnsWithInk(
  bytes: Buffer,
  [left, bottom, right, top]: readonly [number, number, number, number],
  parts: number,
) {
  const step = (right - left) / parts;
  return Array.from({ length: parts }, (_, index) => {
    const from = left + index * step;
    // Without the pixel around it.
    return inkOf(bytes, [from + step / 3, bottom + 2, from + (2 * step) / 3, top - 2]) > 0;
  });
}

test.each([
  [0, [true, true, true, false, false]],
  [1, [false, true, true, true, false]],
  [2, [false, false, true, true, true]],
])('a comb has a character in each cell (/Q %i)', async (align, cells) => {
  const widgets = [`/V (123) /Rect [72 600 272 620] /Ff 16777216 /MaxLen 5 /Q ${align}`];
  const { after } = await flattened(aForm({ widgets }));
  expect(columnsWithInk(after, [72, 600, 272, 620], 5)).toEqual(cells);
});

test.each([
  ['at the left', '', [true, false, false]],
  ['in the middle', '/Q 1', [false, true, false]],
  ['at the right', '/Q 2', [false, false, true]],
])('a text is set %s', async (_, entries, thirds) => {
  const widgets = [`/V (MMMMMMM) /Rect [72 600 372 620] ${entries}`];
  const { after } = await flattened(aForm({ widgets }));
  const ink = [72, 172, 272].map((x) => inkOf(after, [x + 12, 602, x + 88, 618]) > 0);
  expect(ink).toEqual(thirds);
});

test('alignment, size and colour of the form hold for fields without their own', async () => {
  const widgets = ['/V (MMMMMMM) /Rect [72 600 372 620]'];
  const own = ['/V (MMMMMMM) /Rect [72 600 372 620] /Q 2 /DA (/Helv 8 Tf 1 0 0 rg)'];
  const [inherited, given] = await Promise.all(
    [
      aForm({ widgets, form: '/Q 2 /DA (/Helv 8 Tf 1 0 0 rg)' })
        .toString('latin1')
        .replace('/DA (/Helv 12 Tf 0 g)', '/DX (/Helv 12 Tf 0 g)'),
      aForm({ widgets: own }).toString('latin1'),
    ].map((text) => flattened(Buffer.from(text, 'latin1'))),
  );
  expect(seen(inherited!.after).colours.equals(seen(given!.after).colours)).toBe(true);
});

test('a field that is turned reads upwards', async () => {
  const widgets = ['/V (Meera Nair) /Rect [72 400 92 600] /MK << /R 90 >>'];
  const { after } = await flattened(aForm({ widgets }));
  expect(inkOf(after, [74, 402, 90, 460])).toBeGreaterThan(40);
  expect(inkOf(after, [74, 540, 90, 598])).toBe(0);
});

test.each([
  ['a filled text', '/V (Meera Nair)'],
  ['an empty text', ''],
  ['an empty choice', '/FT /Ch'],
  ['a button', '/FT /Btn /Ff 65536'],
  ['a box that is off', '/FT /Btn /AS /Off'],
  ['a field to sign', '/FT /Sig'],
])('%s has its background and its border', async (_, entries) => {
  const traits = '/MK << /BG [0.8 0.9 1] /BC [1 0 0] >> /BS << /W 4 >>';
  const { after } = await flattened(aForm({ widgets: [`${RECT} ${entries} ${traits}`] }));
  const { colours } = seen(after);
  const pixel = (x: number, y: number) => {
    const at = (Math.floor((792 - y) * (60 / 72)) * 510 + Math.floor(x * (60 / 72))) * 4;
    return [...colours.subarray(at, at + 3)].reverse();
  };
  expect(pixel(250, 610)).toEqual([204, 230, 255]);
  expect(pixel(250, 618)).toEqual([255, 0, 0]);
  expect(pixel(250, 625)).toEqual([255, 255, 255]);
});

test.each(['4', '8', 'H', 'l', 'n', 'u', ''])(
  'a box that is on has its mark (%s) without an appearance, and one that is off has none',
  async (caption) => {
    const box = (x: number, state: string) =>
      `/FT /Btn /Rect [${x} 560 ${x + 20} 580] /V /${state} /AS /${state} /MK << /CA (${caption}) >>`;
    const { after } = await flattened(
      aForm({ widgets: [box(72, 'Yes'), box(172, 'Off')], form: NEEDED }),
    );
    expect(inkOf(after, [72, 560, 92, 580])).toBeGreaterThan(20);
    expect(inkOf(after, [172, 560, 192, 580])).toBe(0);
  },
);

test('of radio buttons without an appearance, the one that is on has a dot in a ring', async () => {
  const button = (x: number, state: string) =>
    `/FT /Btn /Ff 32768 /Rect [${x} 560 ${x + 20} 580] /AS /${state} /MK << /BC [0 0 0] >>`;
  const { after } = await flattened(aForm({ widgets: [button(72, 'a'), button(192, 'Off')] }));
  const centres = [79, 199].map((x) => inkOf(after, [x, 567, x + 6, 573]) > 0);
  expect(centres).toEqual([true, false]);
  const corners = [72, 192].map((x) => inkOf(after, [x + 1, 578.5, x + 1, 578.5]));
  expect(corners[0]).toBe(corners[1]);
  expect(inkOf(after, [192, 560, 212, 580])).toBeGreaterThan(20);
});

test('a list shows its options and marks the chosen one', async () => {
  const field = (value: string) =>
    `/FT /Ch /Rect [72 560 272 620] /Opt [(Goa) [(ka) (Karnataka)]] ${value}`;
  const [none, chosen] = await Promise.all(
    ['', '/V (ka)'].map((value) => flattened(aForm({ widgets: [field(value)] }))),
  );
  const rows = (bytes: Buffer) => [606, 592].map((y) => inkOf(bytes, [74, y, 270, y + 10]));
  const [first = 0, second = 0] = rows(none!.after);
  expect(Math.min(first, second)).toBeGreaterThan(20);
  expect(rows(chosen!.after)[0]).toBe(first);
  expect(rows(chosen!.after)[1]).toBeGreaterThan(1000);
});

test('a button without an appearance has its caption', async () => {
  const widgets = [`/FT /Btn /Ff 65536 ${RECT} /MK << /CA (Print) >>`];
  const { after } = await flattened(aForm({ widgets }));
  expect(inkOf(after, [150, 600, 194, 620])).toBeGreaterThan(20);
});
