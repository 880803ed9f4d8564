import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../../src/pdf/admission/admission.ts';
import { placeInFile } from '../../../src/pdf/admission/place-in-file.ts';
import { loadPdf } from '../../../src/pdf/pdf-file.ts';
import { coloursOf } from '../../../src/pdf/reading/compare-looks.ts';
import { readPages } from '../../../src/pdf/reading/open-pages.ts';
import { topFields } from '../../../src/pdf/signing/form-fields.ts';
import { drawnPage } from '../../support/drawing/drawn-page.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { aPdf, streamObject } from '../../support/pdf/a-pdf.ts';
import { aPdfFile, aPdfFolder } from '../../support/pdf/pdf-files.ts';
import { fieldsFor, signedBy } from '../../support/pdf/sign-pdf.ts';

const fonts = async () => testFonts();

const SCRIPT = '/S /JavaScript /JS (AFNumber_Format\\(2, 0, 0, 0, "", true\\);)';
const WIDGET = '/Type /Annot /Subtype /Widget /Rect [0 0 90 20] /AP << /N 9 0 R >>';

/** A form whose fields format what is typed, and a structure that leads to them. */
const withScripts = () =>
  aPdf({
    pages: [{ entries: '/Annots [6 0 R 8 0 R]' }],
    catalog: '/AcroForm << /Fields [7 0 R] /CO [7 0 R] >> /StructTreeRoot << /K [10 0 R] >>',
    more: [
      `<< ${WIDGET} /Parent 7 0 R /AA << /K << ${SCRIPT} >> >> >>`,
      `<< /FT /Tx /T (sum) /V (1.00) /Kids [6 0 R] /AA << /F << ${SCRIPT} >> /C << ${SCRIPT} >> >> >>`,
      `<< ${WIDGET} /FT /Btn /T (add) /A << ${SCRIPT} >> >>`,
      streamObject('q Q', '/Type /XObject /Subtype /Form /BBox [0 0 90 20]'),
      '<< /S /Form /P 1 0 R /K [<< /Type /OBJR /Obj 6 0 R >> << /Type /OBJR /Obj 8 0 R >>] >>',
    ],
  });

test('scripts of fields end with the form, and keep no file from being admitted', async () => {
  const bytes = withScripts();
  expect(await inspectPdf(bytes, { maxPages: 3, fonts })).toMatchObject({ ok: true });
  const to = join(aPdfFolder(), 'prepared.pdf');
  await placeInFile({ from: aPdfFile(bytes), to, fields: fieldsFor(1) }, { fonts });
  const prepared = readFileSync(to, 'latin1');
  expect(prepared).toContain('/OBJR');
  expect(prepared).not.toMatch(/JavaScript|AFNumber/);
});

test('a file that opens without a password is prepared without encryption', async () => {
  const locked = fileURLToPath(new URL('../../fixtures/encrypted-owner.pdf', import.meta.url));
  const to = join(aPdfFolder(), 'prepared.pdf');
  await placeInFile({ from: locked, to, fields: fieldsFor(1) }, { fonts });
  const pdf = await loadPdf(readFileSync(to));
  expect(pdf.isEncrypted).toBe(false);
  expect(pdf.getPages().map((page) => page.extractText().text)).toEqual([
    'Service agreement, page 1',
    'Service agreement, page 2',
  ]);
});

test('a document gets the fields and marks of all signers, and no others', async () => {
  const to = join(aPdfFolder(), 'prepared.pdf');
  const text = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (place) /Rect [0 0 9 9] >>';
  const catalog = '/AcroForm << /Fields [6 0 R] /NeedAppearances true >>';
  const pages = [{ entries: '/Annots [6 0 R]' }];
  const from = aPdfFile(aPdf({ pages, catalog, more: [text] }));
  const [first, second] = fieldsFor(2);
  const rects = [...(first?.rects ?? []), { page: 1, x: 9, y: 400, width: 140, height: 110 }];
  await placeInFile({ from, to, fields: [{ field: 'esign_01', rects }, second!] }, { fonts });
  const pdf = await PDF.load(readFileSync(to), { lenient: false });
  expect([...topFields(pdf).keys()]).toEqual(['esign_01', 'esign_01_mark_02', 'esign_02']);
  expect(statSync(to).mode & 0o777).toBe(0o600);
});

test('unbalanced content of a page does not move its signature when PDFium prints it', async () => {
  const to = join(aPdfFolder(), 'prepared.pdf');
  const from = aPdfFile(drawnPage({ content: 'q 0.5 0 0 0.5 300 300 cm' }));
  const [field] = fieldsFor(1);
  await placeInFile({ from, to, fields: [field!] }, { fonts: async () => testFonts() });
  const bytes = await signedBy(readFileSync(to), field!);
  const [grey] =
    readPages(await testPdfium(), { bytes, fieldsFor: 'print' }, (page) => {
      const colours = coloursOf(page, { columns: 595, rows: 842 });
      // The bar at the left of the signature's box.
      return colours[(842 - 90) * 595 * 4 + 42 * 4];
    }) ?? [];
  expect(grey).toBeLessThan(200);
});
