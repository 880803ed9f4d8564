import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../../src/pdf/admission/admission.ts';
import { loadUpload } from '../../../src/pdf/admission/load-upload.ts';
import { placeInFile } from '../../../src/pdf/admission/place-in-file.ts';
import { loadPdf } from '../../../src/pdf/pdf-file.ts';
import { topFields } from '../../../src/pdf/signing/form-fields.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { DAMAGED_PDFS, ODD_PDFS, revisedPdf } from '../../support/pdf/odd-pdfs.ts';
import { aPdfFile, aPdfFolder } from '../../support/pdf/pdf-files.ts';
import { fieldsFor } from '../../support/pdf/sign-pdf.ts';

const fonts = async () => testFonts();
const PAGE = { width: 595, height: 842 };

test.each(Object.entries(ODD_PDFS))(
  '%s: the file is read and made ready to be signed',
  async (_, make) => {
    const bytes = make();
    expect(await inspectPdf(bytes, { maxPages: 3, fonts })).toMatchObject({
      ok: true,
      pages: [PAGE],
    });
    const to = join(aPdfFolder(), 'prepared.pdf');
    await placeInFile({ from: aPdfFile(bytes), to, fields: fieldsFor(1) }, { fonts });
    const prepared = await loadPdf(readFileSync(to));
    expect(prepared.getPageCount()).toBe(1);
    expect([...topFields(prepared).keys()]).toEqual(['esign_01']);
  },
);

test.each(Object.entries(DAMAGED_PDFS))(
  '%s: without PDFium the file is not repaired',
  async (_, make) => {
    await expect(loadUpload(make())).rejects.toThrow();
    expect(await inspectPdf(make(), { maxPages: 3, fonts })).toMatchObject({
      reason: 'unreadable',
    });
  },
);

test.each([
  ['/Prev before white space', revisedPdf({ prev: -1 })],
  ['offsets of 8 bytes', revisedPdf({ widths: [1, 8, 2] })],
  ['compressed offsets of 8 bytes', revisedPdf({ widths: [1, 8, 2], isCompressed: true })],
])('with %s, the newest revision counts', async (_, bytes) => {
  const [page] = (await loadUpload(bytes)).pdf.getPages();
  expect(page?.dict.has('Annots')).toBe(true);
});

test('a file that LibPDF reads as it is stays as it is', async () => {
  for (const bytes of [aPdf(), revisedPdf(), revisedPdf({ isCompressed: true })]) {
    const { pdf, isUnlocked } = await loadUpload(bytes);
    expect(isUnlocked).toBe(false);
    expect(Buffer.from(await pdf.save()).equals(bytes)).toBe(true);
  }
});
