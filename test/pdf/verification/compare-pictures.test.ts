import { pathToFileURL } from 'node:url';
import { PdfNumber } from '@libpdf/core';
import { expect, test } from 'vitest';
import { pageComparer } from '../../../src/pdf/reading/compare-looks.ts';
import {
  pagesToCompare,
  pictureFinding,
  pictureProblem,
} from '../../../src/pdf/verification/compare-pictures.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { PDFIUM_WASM } from '../../support/drawing/test-pdfium.ts';
import { addField, signedElsewhere, updated } from '../../support/pdf/altered-pdfs.ts';
import { foreign, one, second, trusting, two } from '../../support/pdf/signed-states.ts';

const comparePages = pageComparer(pathToFileURL(PDFIUM_WASM), 60_000);
const first = { field: 'esign_01', end: one.length };
const states = [first, { field: second.field, end: two.length }];

async function compared(file: Buffer, signed = states) {
  const pages = await pagesToCompare(file, signed);
  return pages && (await comparePages(pages));
}

test('outside the fields that were signed since, both states look the same', async () => {
  expect(await compared(two)).toEqual({ differing: [], covered: [], notCompared: [] });
  const { verified, findings } = await verifyPdf(two, { ...trusting, comparePages });
  expect([verified, findings[1]?.code]).toEqual([true, 'SAME_PICTURES']);
});

test('a signature in another field than is said differs, and so does a drawing', async () => {
  const elsewhere = [first, { field: 'esign_09', end: two.length }];
  expect(await compared(two, elsewhere)).toMatchObject({ differing: [1] });
  const drawn = await updated(two, (pdf) => pdf.getPages()[0]?.drawText('two crore'));
  expect(await compared(drawn)).toMatchObject({ differing: [1] });
});

test('a single state is not drawn', async () => {
  expect(await pagesToCompare(one, [first])).toBeUndefined();
});

test('a signature that changes what a page looks like has a problem', async () => {
  const problemIn = async (field: string) => {
    const found = await compared(two, [
      { field: '', end: one.length },
      { field, end: two.length },
    ]);
    return found && pictureProblem(found);
  };
  expect(await problemIn(second.field)).toBeNull();
  expect(await problemIn('esign_09')).toEqual({
    code: 'PICTURES',
    message: 'a signature changed what page 1 looks like',
  });
});

test.each([
  ['that is shown', 132],
  ['that is hidden by odd flags', 1026],
])('a later field %s over what was signed is no mere signature', async (_, flags) => {
  const file = await signedElsewhere(foreign, 'Later', {
    change: (pdf) => addField(pdf, 'Later', [0, 0, 595, 842]).set('F', PdfNumber.of(flags)),
  });
  const { intact, findings } = await verifyPdf(file, { ...trusting, comparePages });
  expect([intact, findings[0]]).toMatchObject([
    false,
    { code: 'PERMITTED_CHANGE', reason: 'PLACED' },
  ]);
});

test('without PDFium nothing is compared', async () => {
  const broken = pageComparer(new URL('file:///nowhere/pdfium.wasm'), 60_000);
  const { findings } = await verifyPdf(two, { ...trusting, comparePages: broken });
  expect(findings[1]).toMatchObject({ code: 'NOT_COMPARED', reason: 'NOT_DRAWN' });
});

const pictures = (differing: number[], notCompared: number[] = []) => ({
  ...{ differing, notCompared, covered: [] },
});

test.each([
  [undefined, 'NOT_COMPARED', 'NOT_ASKED', 'were not compared as pictures.'],
  [null, 'NOT_COMPARED', 'NOT_DRAWN', 'could not be drawn in time'],
  [pictures([2]), 'CHANGED', 'PICTURES', 'page 2 looks different'],
  [pictures([2, 3], [4]), 'CHANGED', 'PICTURES', 'pages 2, 3 look different'],
  [pictures([], [7]), 'NOT_COMPARED', 'NOT_DRAWN', 'in time: page 7'],
  [pictures([]), 'SAME_PICTURES', undefined, 'all pages look as they did'],
])('%j is told as %s', (found, code, reason, words) => {
  const finding = pictureFinding(found);
  expect(finding).toMatchObject({ code, ...(reason && { reason }) });
  expect(finding.message).toContain(words);
});
