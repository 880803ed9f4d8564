import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { placeInFile } from '../../../src/pdf/admission/place-in-file.ts';
import { coloursOf } from '../../../src/pdf/reading/compare-pages.ts';
import { readPages } from '../../../src/pdf/reading/open-pages.ts';
import { topFields } from '../../../src/pdf/signing/form-fields.ts';
import { drawnPage } from '../../support/drawing/drawn-page.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { aPdfFile, aPdfFolder } from '../../support/pdf/pdf-files.ts';
import { fieldsFor, signedBy } from '../../support/pdf/sign-pdf.ts';

test('a document gets the fields and marks of all signers, and no others', async () => {
  const to = join(aPdfFolder(), 'prepared.pdf');
  const text = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (place) /Rect [0 0 9 9] >>';
  const catalog = '/AcroForm << /Fields [6 0 R] /NeedAppearances true >>';
  const pages = [{ entries: '/Annots [6 0 R]' }];
  const from = aPdfFile(aPdf({ pages, catalog, more: [text] }));
  const [first, second] = fieldsFor(2);
  const rects = [...(first?.rects ?? []), { page: 1, x: 9, y: 400, width: 140, height: 110 }];
  await placeInFile({ from, to, fields: [{ field: 'esign_01', rects }, second!] }, async () =>
    testFonts(),
  );
  const pdf = await PDF.load(readFileSync(to), { lenient: false });
  expect([...topFields(pdf).keys()]).toEqual(['esign_01', 'esign_01_mark_02', 'esign_02']);
  expect(statSync(to).mode & 0o777).toBe(0o600);
});

test('unbalanced content of a page does not move its signature when PDFium prints it', async () => {
  const to = join(aPdfFolder(), 'prepared.pdf');
  const from = aPdfFile(drawnPage({ content: 'q 0.5 0 0 0.5 300 300 cm' }));
  const [field] = fieldsFor(1);
  await placeInFile({ from, to, fields: [field!] }, async () => testFonts());
  const bytes = await signedBy(readFileSync(to), field!);
  const [grey] =
    readPages(await testPdfium(), { bytes, fieldsFor: 'print' }, (page) => {
      const colours = coloursOf(page, { columns: 595, rows: 842 });
      // The bar at the left of the signature's box.
      return colours[(842 - 90) * 595 * 4 + 42 * 4];
    }) ?? [];
  expect(grey).toBeLessThan(200);
});
