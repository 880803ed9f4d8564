import { PDF, PdfName } from '@libpdf/core';
import { expect, test } from 'vitest';
import { normalise } from '../../../src/pdf/admission/normalise.ts';
import { aPdf } from '../../support/a-pdf.ts';

test('a PDF with a page mode of its own is rewritten too, as one classic table', async () => {
  const pdf = await PDF.load(aPdf(), { lenient: false });
  pdf.getCatalog().set('PageMode', PdfName.of('UseOutlines'));
  const original = Buffer.from(await pdf.save({ useXRefStream: true }));
  const rewritten = await normalise(original);
  expect(rewritten.toString('latin1')).toMatch(/\nxref\r?\n0 \d+\s/);
  expect(rewritten.toString('latin1')).not.toContain('/XRef');
  const kept = await PDF.load(rewritten, { lenient: false });
  expect(kept.getCatalog().get('PageMode')).toEqual(PdfName.of('UseOutlines'));
});
