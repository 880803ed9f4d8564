import { PDF, PdfArray, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { expect, test } from 'vitest';
import { appendUpdate, loadPdf, pdfNumber, rewritePdf, savePdf } from '../../src/pdf/pdf-file.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';

async function relabelled(bytes: Buffer): Promise<PDF> {
  const pdf = await loadPdf(bytes);
  pdf.getCatalog().set('Lang', PdfString.fromString('hi'));
  return pdf;
}

test('an update is appended to the bytes of the file', async () => {
  const base = aPdf();
  const longer = await appendUpdate(await relabelled(base), base);
  expect(longer.length).toBeGreaterThan(base.length);
  expect(longer.subarray(0, base.length).equals(base)).toBe(true);
});

test('a document that would have to be rewritten is refused', async () => {
  const pdf = PDF.create();
  pdf.addPage();
  await expect(appendUpdate(pdf, aPdf())).rejects.toMatchObject({
    code: 'NOT_APPENDABLE',
    message: expect.stringContaining('newly-created'),
  });
});

test('a document loaded from other bytes is refused', async () => {
  const pdf = await relabelled(aPdf());
  const other = aPdf({ pages: [{}, {}] });
  await expect(appendUpdate(pdf, other)).rejects.toMatchObject({ code: 'NOT_APPENDABLE' });
});

test('a PDF with a page mode of its own is rewritten too, with a classic cross-reference table', async () => {
  const pdf = await loadPdf(aPdf());
  pdf.getCatalog().set('PageMode', PdfName.of('UseOutlines'));
  const original = await savePdf(pdf, { useXRefStream: true });
  const rewritten = await rewritePdf(await loadPdf(original));
  expect(rewritten.toString('latin1')).toMatch(/\nxref\r?\n0 \d+\s/);
  expect(rewritten.toString('latin1')).not.toContain('/XRef');
  const kept = await loadPdf(rewritten);
  expect(kept.getCatalog().get('PageMode')).toEqual(PdfName.of('UseOutlines'));
});

test('numbers of a rewritten PDF are those of the original', async () => {
  const pdf = await loadPdf(aPdf());
  const matrix = [0.0009765625, 0, 0, -0.0009765625, 1e-7, 123456.789012];
  pdf.getCatalog().set('FontMatrix', new PdfArray(matrix.map(PdfNumber.of)));
  const rewritten = await rewritePdf(await loadPdf(await savePdf(pdf)));
  expect(rewritten.toString('latin1')).toContain(
    '/FontMatrix [0.0009765625 0 0 -0.0009765625 0.0000001 123456.789012]',
  );
});

test.each([
  [0, '0'],
  [-0, '0'],
  [42, '42'],
  [-3.14, '-3.14'],
  [0.0009765625, '0.0009765625'],
  [1 / 3, '0.3333333333333333'],
  [1.5e-7, '0.00000015'],
  [-1e-7, '-0.0000001'],
  [1e-30, '0'],
  [-1e-30, '0'],
  [1e21, '1000000000000000000000'],
  [-3.4e38, `-${BigInt(3.4e38)}`],
])('%d is written as %s', (value, text) => {
  expect(pdfNumber(value)).toBe(text);
});
