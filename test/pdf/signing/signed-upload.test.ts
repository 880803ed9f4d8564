import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { placeInFile } from '../../../src/pdf/admission/place-in-file.ts';
import { loadPdf } from '../../../src/pdf/pdf-file.ts';
import { pageComparer } from '../../../src/pdf/reading/compare-looks.ts';
import type { SignatureField } from '../../../src/pdf/signing/geometry.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { PDFIUM_WASM } from '../../support/drawing/test-pdfium.ts';
import { aPdfFile } from '../../support/pdf/pdf-files.ts';
import { signedBy } from '../../support/pdf/sign-pdf.ts';
import { trusting } from '../../support/pdf/signed-states.ts';
import {
  aSignedUpload,
  ON_BLANK,
  ON_WORDS,
  signedFixture,
  signedTwice,
} from '../../support/pdf/signed-upload.ts';

const comparePages = pageComparer(pathToFileURL(PDFIUM_WASM), 60_000);
const fonts = async () => testFonts();
const upload = await aSignedUpload();

const fieldAt = (field: string, x: number, y: number): SignatureField => ({
  field,
  rects: [{ page: 1, x, y, width: 160, height: 80 }],
  signer: 'Asha Rao',
});

async function placed(bytes: Buffer, fields: readonly SignatureField[]): Promise<Buffer> {
  const [from, to] = [aPdfFile(bytes), aPdfFile(Buffer.alloc(0))];
  await placeInFile({ from, to, fields }, { fonts });
  return readFileSync(to);
}

/** Signed by Asha Rao and Ravi Kumar behind the signature that the upload has. */
async function signedBehind(bytes: Buffer, fields: readonly [SignatureField, SignatureField]) {
  const one = await signedBy(await placed(bytes, fields), fields[0]);
  return await signedBy(one, fields[1], { name: 'Ravi Kumar' });
}

const FREE = [fieldAt('esign_01', 72, 200), fieldAt('esign_02', 300, 200)] as const;

test('a signed upload is signed behind what it has, and stays intact', async () => {
  const file = await signedBehind(upload, FREE);
  expect(file.subarray(0, upload.length).equals(upload)).toBe(true);
  const verdict = await verifyPdf(file, { ...trusting, comparePages });
  expect(verdict).toMatchObject({ intact: true, integrityVerified: true });
  expect(verdict.signatures.map(({ signer }) => signer?.commonName)).toEqual([
    'Meera Iyer',
    'Asha Rao',
    'Ravi Kumar',
  ]);
  expect(verdict.findings.map(({ code }) => code).slice(0, 2)).toEqual([
    'AS_SIGNED',
    'SAME_PICTURES',
  ]);
});

test.each(['object-streams', 'linearised', 'form'])('the fixture %s stays intact', async (name) => {
  const corner = (field: string, x: number): SignatureField => {
    return { field, rects: [{ page: 1, x, y: 10, width: 120, height: 60 }] };
  };
  const fields = [corner('esign_01', 80), corner('esign_02', 220)] as const;
  const file = await signedBehind(await signedFixture(name), fields);
  expect(await verifyPdf(file, { ...trusting, comparePages })).toMatchObject({ intact: true });
});

test('no later signature certifies a document', async () => {
  const pdf = await loadPdf(await signedBehind(upload, FREE));
  expect(pdf.getCatalog().has('Perms')).toBe(false);
});

test('without pictures, nobody knows whether a new signature covers something', async () => {
  const file = await signedBehind(upload, FREE);
  const { intact, findings } = await verifyPdf(file, trusting);
  expect([intact, findings[0]?.code, findings[0]?.reason]).toEqual([
    false,
    'PERMITTED_CHANGE',
    'PLACED',
  ]);
});

test.each([
  ['words', fieldAt('esign_02', 80, 690)],
  ['an earlier signature', fieldAt('esign_02', 200, 100)],
  ['a signature beside it', fieldAt('esign_02', 100, 220)],
])('a new signature over %s is no signing alone', async (_, second) => {
  const file = await signedBehind(upload, [FREE[0], second]);
  const { intact, findings } = await verifyPdf(file, { ...trusting, comparePages });
  expect([intact, findings[0]?.reason]).toEqual([false, 'PLACED']);
});

test.each([
  ['on blank paper', ON_BLANK, true],
  ['over words', ON_WORDS, false],
])('a signature of other software in a new field %s is judged alike', async (_, rect, intact) => {
  const verdict = await verifyPdf(await signedTwice(rect), { ...trusting, comparePages });
  expect(verdict.intact).toBe(intact);
});

test('a signed upload gets no other page, and no marks', async () => {
  const [from, to] = [aPdfFile(upload), aPdfFile(Buffer.alloc(0))];
  const signaturePage = { width: 595, height: 842, content: 'q Q' };
  await expect(
    placeInFile({ from, to, fields: FREE, signaturePage }, { fonts }),
  ).rejects.toMatchObject({
    code: 'SIGNED_PAGE',
  });
  const [{ rects }] = FREE;
  const marked = [{ ...FREE[0], rects: [...rects, ...rects] }];
  await expect(placed(upload, marked)).rejects.toMatchObject({ code: 'NO_MARKS' });
});
