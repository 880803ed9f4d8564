import { expect, test } from 'vitest';
import { readableSize, roomFor } from '../../../../../src/service/web/pages/document-card.ts';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../../src/service/web/pages/words/hi.ts';
import { aForm } from '../../../../support/pdf/a-form.ts';
import { aPdf } from '../../../../support/pdf/a-pdf.ts';
import { aSignedUpload } from '../../../../support/pdf/signed-upload.ts';
import { ASHA, documentPath, openApi } from '../../../../support/service/call-service.ts';
import { form, pdfPart } from '../../../../support/sign-in/form.ts';

const { service, user } = await openApi({ credits: 1000 });

/** A signer's page about a PDF. */
async function pageAbout(pdf: Buffer, language: string): Promise<string> {
  const { documentId } = (await user.upload(form(pdfPart(pdf)))).json();
  await user.post(documentPath(documentId, '/signers'), { signers: [ASHA] });
  const sent = (await user.post(documentPath(documentId, '/send'))).json();
  const { pathname } = new URL(sent.signers[0].signUrl);
  return (await service.app.inject({ url: `${pathname}?lang=${language}` })).body;
}

test.each([
  [1, '1 kB'],
  [84_200, '85 kB'],
  [999_001, '1 MB'],
  [2_440_000, '2.4 MB'],
  [10_485_760, '10.5 MB'],
])('%i bytes read as %s in both languages', (bytes, size) => {
  expect(readableSize(bytes, 'en')).toBe(size);
  expect(readableSize(bytes, 'hi')).toBe(size);
});

test.each([
  ['en', EN],
  ['hi', HI],
] as const)('signers are told in %s that boxes cannot be filled in', async (language, words) => {
  const empty = aForm({ widgets: ['/Rect [60 200 260 220]'] });
  expect(await pageAbout(empty, language)).toContain(words.document.boxes);
  const filled = aForm({ widgets: ['/V (Mysuru) /Rect [60 200 260 220]'] });
  expect(await pageAbout(filled, language)).not.toContain(words.document.boxes);
});

test('the page keeps the room of its sheets, and is light however many there are', async () => {
  const mixed = await pageAbout(aPdf({ pages: [{}, { box: '0 0 842 595' }] }), 'en');
  expect([...mixed.matchAll(/viewBox="([^"]+)"/g)].map(([, box]) => box)).toEqual([
    '0 0 595 842',
    '0 0 842 595',
  ]);
  const many = Array.from({ length: 5000 }, () => ({
    width: 500,
    height: 700,
    rotate: 0 as const,
  }));
  const { text } = roomFor(many);
  expect(text.length).toBeLessThan(5000);
  expect(text).toContain('viewBox="0 0 1000 6944000"');
  const longest = await pageAbout(aPdf({ pages: Array.from({ length: 300 }, () => ({})) }), 'hi');
  expect(Buffer.byteLength(longest)).toBeLessThan(30_000);
});

const text = (markup: string) => markup.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');

test('signers see who signed before the upload, and what was not checked', async () => {
  const page = text(await pageAbout(await aSignedUpload(), 'en'));
  expect(page).toContain('Signed before it was uploaded');
  expect(page).toContain('Meera Iyer, on 21 Nov 2026');
  expect(page).toContain('Who these people are, and when they signed, was not checked here.');
  expect(await pageAbout(await aSignedUpload(), 'hi')).toContain('अपलोड होने से पहले के हस्ताक्षर');
});

test('nothing is said of an unsigned upload', async () => {
  expect(await pageAbout(aPdf(), 'en')).not.toContain('before it was uploaded');
});
