import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ReadingTools } from '../../../src/pdf/admission/admission.ts';
import { inspectPdf } from '../../../src/pdf/admission/admission.ts';
import { placeInFile } from '../../../src/pdf/admission/place-in-file.ts';
import { repairPdf } from '../../../src/pdf/admission/same-looks.ts';
import { loadPdf } from '../../../src/pdf/pdf-file.ts';
import { comparePages } from '../../../src/pdf/reading/compare-looks.ts';
import { topFields } from '../../../src/pdf/signing/form-fields.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { pagelessPdf } from '../../support/pdf/hostile-pdf.ts';
import { DAMAGED_PDFS } from '../../support/pdf/odd-pdfs.ts';
import { aPdfFile, aPdfFolder } from '../../support/pdf/pdf-files.ts';
import { fieldsFor } from '../../support/pdf/sign-pdf.ts';
import { aSignedUpload } from '../../support/pdf/signed-upload.ts';

const pdfium = await testPdfium();
const tools: ReadingTools = {
  fonts: async () => testFonts(),
  repair: async (file) => repairPdf(pdfium, file),
};
const admit = (bytes: Buffer) => inspectPdf(bytes, { maxPages: 3, ...tools });

/** A file whose table leads nowhere. */
const damaged = (pdf: Buffer) =>
  Buffer.from(pdf.toString('latin1').replace(/startxref\n\d+/, 'startxref\n30'), 'latin1');

const { 'a second revision that was cut off': cutOff, ...others } = DAMAGED_PDFS;

test.each(Object.entries(others))(
  '%s: the file is repaired, and made ready to be signed with the same pages',
  async (_, make) => {
    const bytes = make();
    expect(await admit(bytes)).toMatchObject({ ok: true, isRepaired: true });
    const to = join(aPdfFolder(), 'prepared.pdf');
    await placeInFile({ from: aPdfFile(bytes), to, fields: fieldsFor(1) }, tools);
    const after = readFileSync(to);
    expect([...topFields(await loadPdf(after)).keys()]).toEqual(['esign_01']);
    expect(comparePages(pdfium, { before: bytes, after, except: [] }, 60_000)).toMatchObject({
      differing: [],
      notCompared: [],
    });
  },
);

test('however long drawing takes, every page is compared', async () => {
  const bytes = damaged(aPdf({ pages: Array.from({ length: 3 }, () => ({})) }));
  const now = vi.spyOn(performance, 'now');
  let calls = 0;
  now.mockImplementation(() => {
    calls += 1;
    return calls * 60_000;
  });
  onTestFinished(() => now.mockRestore());
  expect(repairPdf(pdfium, bytes)).toBeDefined();
});

test('a sound file is not repaired', async () => {
  expect(await admit(aPdf())).toMatchObject({ ok: true, isRepaired: false });
});

test('a file that was cut off is not repaired: pages could be missing', async () => {
  expect(await admit(cutOff!())).toMatchObject({ reason: 'cut_off' });
  const whole = aPdf({ pages: [{}, {}] });
  for (const end of [whole.indexOf('xref\n') - 5, whole.length - 20]) {
    expect(await admit(whole.subarray(0, end))).toMatchObject({ reason: 'cut_off' });
  }
});

test('a file without a part that its page refers to is not repaired', async () => {
  const lost = aPdf().toString('latin1').replace('5 0 obj', '5 0 obi');
  expect(await admit(damaged(Buffer.from(lost, 'latin1')))).toMatchObject({ reason: 'unreadable' });
});

test('a repaired file whose pages are not found is damaged, not without pages', async () => {
  expect(await admit(damaged(pagelessPdf()))).toMatchObject({ reason: 'unreadable' });
});

test('a damaged file that was signed is not repaired', async () => {
  const signed = Buffer.from(await aSignedUpload());
  const at = signed.lastIndexOf('startxref\n') + 'startxref\n'.length;
  signed.fill('9', at, at + 1);
  expect(await admit(signed)).toMatchObject({ reason: 'signed_unreadable' });
});

test('what a repaired file must not have is refused as in any other', async () => {
  const active = damaged(
    aPdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
  );
  expect(await admit(active)).toMatchObject({ reason: 'active_content' });
});
