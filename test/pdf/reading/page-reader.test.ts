import { crc32, inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openPageReader } from '../../../src/pdf/reading/page-reader.ts';
import { DRAWING_BOMBS } from '../../support/drawing/drawing-bombs.ts';
import { drawnPage, lines } from '../../support/drawing/drawn-page.ts';
import { DRAWN_PDFS } from '../../support/drawing/drawn-pdfs.ts';
import { LESSEE, pagesOf } from '../../support/drawing/words-pdfs.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { pdfWorkerScript } from '../../support/pdf/pdf-worker.ts';

const reader = openPageReader(await pdfWorkerScript());
afterAll(() => reader.close());

const query = { words: 'page 2', width: 140, height: 110 };
const twoPages = aPdf({ pages: [{}, { box: '0 0 400 800', entries: '/Rotate 90' }] });
const bomb = DRAWING_BOMBS['nested forms']?.() ?? Buffer.alloc(0);

test('words are found and pages drawn in a process of its own', async () => {
  const located = await reader.findWords(twoPages, [query]);
  expect(located?.answers[0]).toMatchObject({ count: 1, chosen: { page: 2 } });
  const picture = await reader.drawPage(twoPages, 2);
  expect(picture).toMatchObject({ width: 800, height: 400 });
});

/** The data of a PNG's chunk; its checksum is verified. */
function chunkOf(png: Buffer, type: string): Buffer {
  const at = png.indexOf(type, 0, 'latin1');
  const length = png.readUInt32BE(at - 4);
  const end = at + 4 + length;
  expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at, end)));
  return png.subarray(at + 4, end);
}

test('300 full pages are searched within the limits', async () => {
  const pages = Array.from({ length: 300 }, () => lines({ words: 14 }));
  const located = await reader.findWords(pagesOf(pages), [{ ...query, words: LESSEE }]);
  expect(located).toMatchObject({ pages: 300, answers: [{ count: 0 }] });
});

test('a picture shows the page in its colours, from the top left', async () => {
  const half = drawnPage({ content: '1 0.5 0 rg 0 0 100 50 re f', box: '0 0 100 100' });
  const png = Buffer.from((await reader.drawPage(half, 1))?.png ?? []);
  const head = chunkOf(png, 'IHDR');
  expect([head.readUInt32BE(0), head.readUInt32BE(4)]).toEqual([150, 150]);
  const pixels = inflateSync(chunkOf(png, 'IDAT'));
  const pixel = (row: number) => [...pixels.subarray(row * 451 + 1, row * 451 + 4)];
  expect([pixel(10), pixel(140)]).toEqual([
    [255, 255, 255],
    [255, 128, 0],
  ]);
});

test('a picture shows the values of form fields', async () => {
  const [, form = aPdf()] = DRAWN_PDFS.find(([name]) => name === 'a filled form') ?? [];
  const png = Buffer.from((await reader.drawPage(form, 1))?.png ?? []);
  const pixels = inflateSync(chunkOf(png, 'IDAT'));
  const isBlue = (at: number) =>
    pixels[at] === 204 && pixels[at + 1] === 230 && pixels[at + 2] === 255;
  const lineBytes = 1 + 3 * 1263;
  const blues = Array.from({ length: pixels.length / 3 }, (_, pixel) => {
    const row = Math.floor(pixel / 1263);
    return isBlue(row * lineBytes + 1 + 3 * (pixel % 1263));
  });
  expect(blues.filter(Boolean).length).toBeGreaterThan(5000);
});

test.each([
  ['that is no PDF', Buffer.from('Dear Asha')],
  ['that takes too much memory', bomb],
])('a file %s is not read, and the next one is', async (_, pdf) => {
  expect(await reader.findWords(pdf, [query])).toBeUndefined();
  expect(await reader.drawPage(pdf, 1)).toBeUndefined();
  expect(await reader.findWords(twoPages, [query])).toMatchObject({ pages: 2 });
});
