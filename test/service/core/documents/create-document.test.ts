import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aForm } from '../../../support/pdf/a-form.ts';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
import { DAMAGED_PDFS } from '../../../support/pdf/odd-pdfs.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { form, pdfPart } from '../../../support/sign-in/form.ts';

const { service, user } = await openApi();

async function hashed(file: Buffer) {
  const { documentId } = (await user.upload(form(pdfPart(file)))).json();
  const trail = await service.deps.store.readAudit(documentId);
  return trail.find(({ type }) => type === 'file.hashed')?.data;
}

test('the trail says of a file that it was encrypted and opened without a password', async () => {
  const locked = readFileSync(new URL('../../../fixtures/encrypted-owner.pdf', import.meta.url));
  expect(await hashed(locked)).toMatchObject({ bytes: locked.length, unlocked: true });
  expect(await hashed(aPdf())).not.toHaveProperty('unlocked');
});

test('the trail says how many fields of a form are empty', async () => {
  const filled = ['/V (Mysuru) /Rect [60 200 260 220]', '/FT /Btn /Rect [60 100 80 120]'];
  expect(await hashed(aForm({ widgets: filled }))).toMatchObject({ emptyFields: 1 });
  expect(await hashed(aForm({ widgets: filled.slice(0, 1) }))).not.toHaveProperty('emptyFields');
});

test('the trail says of a file that it was damaged, and has the hash of what was uploaded', async () => {
  const file = DAMAGED_PDFS['startxref into an object']!();
  const sha256 = createHash('sha256').update(file).digest('hex');
  expect(await hashed(file)).toMatchObject({ sha256, repaired: true });
  expect(await hashed(aPdf())).not.toHaveProperty('repaired');
});
