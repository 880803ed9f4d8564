import { expect, test } from 'vitest';
import {
  agreedText,
  consentText,
} from '../../../../../src/service/http/pages/signing/consent-text.ts';
import { EN } from '../../../../../src/service/http/pages/words/en.ts';
import { HI } from '../../../../../src/service/http/pages/words/hi.ts';
import { ASHA, CONSENT, openApi, postForm, requestIn } from '../../../../support/call-service.ts';

const { service, user } = await openApi({ credits: 100 });

const view = { gatewayName: 'A & B', signerName: "Zoë D'Souza", sheets: [] };
const english = { language: 'en', words: EN } as const;
const hindi = { language: 'hi', words: HI } as const;

/** Counts up with every change of the words: a landed text is never edited without a new version. */
test.each([
  [
    english,
    { version: 1, sha256: 'f2cb0fe23e5d9d2c667cc55d6b668c837d29c9da64594378cc56485629a5b743' },
  ],
  [
    hindi,
    { version: 1, sha256: '30787335ae8ef473effa3abdc46b4f7a04cf88e9b805773852edd8e50a457020' },
  ],
])('the text of $language has the version of its words', (reader, expected) => {
  expect(consentText(view, null, reader)).toEqual({ language: reader.language, ...expected });
});

test('the text has no markup, and the name that the signature will show', () => {
  expect(agreedText(view, 'Ravi "R" Kumar', english)).toBe(
    'You are signing as Ravi "R" Kumar. You agree to the document as shown here (all 0 pages). I have read the document and agree to sign it electronically. A & B may issue a certificate in my name for this signature.',
  );
});

const trailOf = (documentId: string) => service.deps.store.readAudit(documentId);

test.each(['pages', 'pdf', 'declared'])(
  'consent is recorded with its text, and that the document was read: %s',
  async (read) => {
    const { documentId, links } = await user.send(ASHA);
    requestIn(await postForm(service, links[0] ?? '', { ...CONSENT, read, language: 'hi' }));
    const consent = (await trailOf(documentId)).find(({ type }) => type === 'consent.given');
    expect(consent?.data).toMatchObject({
      read,
      text: { version: 1, language: 'hi', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  },
);

test.each([{}, { read: '' }, { read: 'no' }])(
  'without having read, nobody consents: %j',
  async (read) => {
    const { documentId, links } = await user.send(ASHA);
    const page = await postForm(service, links[0] ?? '', {
      consent: 'yes',
      language: 'en',
      ...read,
    });
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain(EN.turn.notRead);
    expect(page.body.match(/name="read"/g)).toHaveLength(1);
    expect(page.body).not.toContain('<noscript><label');
    expect((await trailOf(documentId)).map(({ type }) => type)).not.toContain('consent.given');
  },
);
