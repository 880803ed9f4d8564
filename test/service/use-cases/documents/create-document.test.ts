import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
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
