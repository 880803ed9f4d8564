import { expect, test } from 'vitest';
import { aSignedUpload } from '../../../../support/pdf/signed-upload.ts';
import { ASHA, documentPath, openApi } from '../../../../support/service/call-service.ts';
import { form, pdfPart } from '../../../../support/sign-in/form.ts';

const { service, user } = await openApi({ credits: 10 });
const text = (markup: string) => markup.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');

async function pageOf(upload: Buffer, language: string): Promise<string> {
  const { documentId } = (await user.upload(form(pdfPart(upload)))).json();
  await user.post(documentPath(documentId, '/signers'), { signers: [ASHA] });
  const sent = (await user.post(documentPath(documentId, '/send'))).json();
  const { pathname } = new URL(sent.signers[0].signUrl);
  return text((await service.app.inject(`${pathname}?lang=${language}`)).body);
}

test('signers see who signed before the upload, and what was not checked', async () => {
  const page = await pageOf(await aSignedUpload(), 'en');
  expect(page).toContain('Signed before it was uploaded');
  expect(page).toContain('Meera Iyer, on 21 Nov 2026');
  expect(page).toContain('Who these people are, and when they signed, was not checked here.');
  expect(await pageOf(await aSignedUpload(), 'hi')).toContain('अपलोड होने से पहले के हस्ताक्षर');
});

test('nothing is said of an unsigned upload', async () => {
  const { links } = await user.send(ASHA);
  const { body } = await service.app.inject(String(links[0]));
  expect(text(body)).not.toContain('before it was uploaded');
});
