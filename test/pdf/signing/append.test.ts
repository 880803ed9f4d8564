import { PDF, PdfString } from '@libpdf/core';
import { expect, test } from 'vitest';
import { append } from '../../../src/pdf/signing/append.ts';
import { aPdf } from '../../support/a-pdf.ts';

async function relabelled(bytes: Buffer): Promise<PDF> {
  const pdf = await PDF.load(bytes, { lenient: false });
  pdf.getCatalog().set('Lang', PdfString.fromString('hi'));
  return pdf;
}

test('a change is written behind the bytes that were there', async () => {
  const base = aPdf();
  const longer = await append(await relabelled(base), base);
  expect(longer.length).toBeGreaterThan(base.length);
  expect(longer.subarray(0, base.length).equals(base)).toBe(true);
});

test('a document that would have to be written anew is refused', async () => {
  const pdf = PDF.create();
  pdf.addPage();
  await expect(append(pdf, aPdf())).rejects.toMatchObject({
    code: 'NOT_APPENDABLE',
    message: expect.stringContaining('newly-created'),
  });
});

test('bytes that are not the ones the document was loaded from are refused', async () => {
  const pdf = await relabelled(aPdf());
  const other = aPdf({ pages: [{}, {}] });
  await expect(append(pdf, other)).rejects.toMatchObject({ code: 'NOT_APPENDABLE' });
});
