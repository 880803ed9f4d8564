import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { pageBox, place, rotationOf } from '../../../src/pdf/signing/geometry.ts';
import { aPdf, writePdf } from '../../support/pdf/a-pdf.ts';

const rect = { page: 1, x: 10, y: 20, width: 140, height: 110 };

async function boxOf(box: string, entries: string) {
  const pdf = await PDF.load(aPdf({ pages: [{ box, entries }] }), { lenient: false });
  return pageBox(pdf, pdf.getPages()[0]!);
}

test('a plain page is measured in user space', async () => {
  const box = await boxOf('0 0 595 842', '');
  expect(box).toEqual({ crop: [0, 0, 595, 842], rotate: 0, width: 595, height: 842 });
  expect(place(rect, box)).toEqual({ rect: [10, 20, 150, 130], matrix: [1, 0, 0, 1, 0, 0] });
});

test.each([
  [90, 842, 595, [465, 10, 575, 150]],
  [180, 595, 842, [445, 712, 585, 822]],
  [270, 842, 595, [20, 692, 130, 832]],
])('a page turned by %i degrees is measured as displayed', async (angle, width, height, at) => {
  const box = await boxOf('0 0 595 842', `/Rotate ${angle}`);
  expect([box.width, box.height]).toEqual([width, height]);
  expect(place(rect, box).rect).toEqual(at);
});

test('the crop box counts only within the media box, whichever corner it names first', async () => {
  const box = await boxOf('10 20 605 862', '/CropBox [560 800 -10 0]');
  expect(box.crop).toEqual([10, 20, 560, 800]);
  expect(place(rect, box).rect).toEqual([20, 40, 160, 150]);
});

test('the default box is Letter, and an odd rotation is ignored', async () => {
  const bytes = writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /Rotate 45 /CropBox [0 0 (wide) 9] >>',
  ]);
  const pdf = await PDF.load(bytes, { lenient: false });
  const letter = { crop: [0, 0, 612, 792], rotate: 0, width: 612, height: 792 };
  expect(pageBox(pdf, pdf.getPages()[0]!)).toEqual(letter);
});

test('boxes and rotation are inherited from the page tree', async () => {
  const bytes = writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] /Rotate 90 >>',
    '<< /Type /Page /Parent 2 0 R >>',
  ]);
  const pdf = await PDF.load(bytes, { lenient: false });
  expect(pageBox(pdf, pdf.getPages()[0]!)).toMatchObject({ rotate: 90, width: 842, height: 595 });
});

test('angles are taken modulo 360, and only multiples of 90 are rotations', () => {
  expect([-90, 450, 720, 45].map(rotationOf)).toEqual([270, 90, 0, undefined]);
});
