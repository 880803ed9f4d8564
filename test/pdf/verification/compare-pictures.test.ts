import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { pageComparer } from '../../../src/pdf/reading/page-comparer.ts';
import { comparePictures, pictureFinding } from '../../../src/pdf/verification/compare-pictures.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { PDFIUM_WASM } from '../../support/drawing/test-pdfium.ts';
import { updated } from '../../support/pdf/altered-pdfs.ts';
import { one, second, trusting, two } from '../../support/pdf/signed-states.ts';

const comparePages = pageComparer(pathToFileURL(PDFIUM_WASM), 60_000);
const states = [
  { field: 'esign_01', end: one.length },
  { field: second.field, end: two.length },
];

test('outside the fields that were signed since, both states look the same', async () => {
  expect(await comparePictures(two, states, comparePages)).toEqual({
    differing: [],
    notCompared: [],
  });
  const { verified, findings } = await verifyPdf(two, { ...trusting, comparePages });
  expect([verified, findings[1]?.code]).toEqual([true, 'SAME_PICTURES']);
});

test('a signature in another field than is said differs, and so does a drawing', async () => {
  const [first] = states;
  const elsewhere = [first!, { field: 'esign_09', end: two.length }];
  expect(await comparePictures(two, elsewhere, comparePages)).toMatchObject({ differing: [1] });
  const drawn = await updated(two, (pdf) => pdf.getPages()[0]?.drawText('two crore'));
  expect(await comparePictures(drawn, states, comparePages)).toMatchObject({ differing: [1] });
});

test('a single state is not drawn, and what cannot be drawn is not compared', async () => {
  expect(await comparePictures(one, states.slice(0, 1), comparePages)).toBeUndefined();
  const broken = async () => undefined;
  expect(await comparePictures(two, states, broken)).toBeNull();
});

test.each([
  [undefined, 'NOT_COMPARED', 'NOT_ASKED', 'as asked'],
  [null, 'NOT_COMPARED', 'NOT_DRAWN', 'could not be drawn'],
  [{ differing: [2], notCompared: [] }, 'CHANGED', 'PICTURES', 'page 2 looks different'],
  [{ differing: [2, 3], notCompared: [4] }, 'CHANGED', 'PICTURES', 'pages 2, 3 look different'],
  [{ differing: [], notCompared: [7] }, 'NOT_COMPARED', 'NO_TIME_LEFT', 'page 7 was not'],
  [{ differing: [], notCompared: [] }, 'SAME_PICTURES', undefined, 'every page looks as it did'],
])('%j is told as %s', (compared, code, reason, words) => {
  const finding = pictureFinding(compared);
  expect(finding).toMatchObject({ code, ...(reason && { reason }) });
  expect(finding.message).toContain(words);
});
