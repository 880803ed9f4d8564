import { expect, test } from 'vitest';
import { readEntry } from '../../../../../src/service/core/evidence/audit-personal.rules.ts';
import {
  agreedText,
  consentText,
} from '../../../../../src/service/web/pages/signing/sign-routes.ts';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../../src/service/web/pages/words/hi.ts';
import {
  ASHA,
  CONSENT,
  openApi,
  postForm,
  requestIn,
} from '../../../../support/service/call-service.ts';
import { NAMES } from '../../../../support/service/gateway-names.ts';

const { service, user } = await openApi({ credits: 100 });

const names = { authority: 'A & B', identity: 'Aadhaar' };
const view = { gateway: { ...NAMES, en: names }, signerName: "Zoë D'Souza", sheets: [] };
const english = { language: 'en', words: EN } as const;
const hindi = { language: 'hi', words: HI } as const;

/** Counts up with every change of the words: a landed text is never edited without a new version. */
test.each([
  [
    english,
    { version: 2, sha256: '9de2798b826f2f122fc4e0996275cb4ffdc2237fcbc34846d5677c94a293685c' },
  ],
  [
    hindi,
    { version: 2, sha256: '4d0928837631eacf330814e7c40a06c85b3b7c160504625d3089f4b07c8ffb56' },
  ],
])('the text of $language has the version of its words', (reader, expected) => {
  expect(consentText(view, null, reader)).toEqual({ language: reader.language, ...expected });
});

test.each(['authority', 'identity'])('another %s makes another text', (name) => {
  for (const reader of [english, hindi]) {
    const { language } = reader;
    const renamed = { ...view.gateway[language], [name]: 'Another' };
    const other = { ...view, gateway: { ...view.gateway, [language]: renamed } };
    expect(agreedText(other, null, reader)).toContain('Another');
    expect(consentText(other, null, reader).sha256).not.toBe(
      consentText(view, null, reader).sha256,
    );
  }
});

test('the text has no markup, and the name that the signature will show', () => {
  expect(agreedText(view, 'Ravi "R" Kumar', english)).toBe(
    'You are signing as Ravi "R" Kumar. You agree to the document as shown here (all 0 pages). I have read the document and agree to sign it electronically. A & B may verify my identity with my Aadhaar number and a one-time password, and issue a certificate in my name for this signature.',
  );
});

const trailOf = async (documentId: string) =>
  (await service.deps.store.readAudit(documentId)).map(readEntry);

test.each(['pages', 'pdf', 'declared'])(
  'consent is recorded with its text, and that the document was read: %s',
  async (read) => {
    const { documentId, links } = await user.send(ASHA);
    requestIn(await postForm(service, links[0] ?? '', { ...CONSENT, read, language: 'hi' }));
    const consent = (await trailOf(documentId)).find(({ type }) => type === 'consent.given');
    expect(consent?.data).toMatchObject({
      read,
      text: { version: 2, language: 'hi', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
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
    expect(page.body).toContain(EN.turn.problems['not-read']);
    expect(page.body.match(/name="read"/g)).toHaveLength(1);
    expect(page.body).not.toContain('<noscript><label');
    expect((await trailOf(documentId)).map(({ type }) => type)).not.toContain('consent.given');
  },
);
