import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { esignGateway, openAnswerJudge } from '../service/index.ts';
import { Authority } from './authority/authority.ts';
import { openJournal } from './authority/authority-journal.ts';
import { openSigningContext } from './authority/pki/issue-signature.ts';
import { openPki } from './authority/pki/pki.ts';
import { issuerUrlsAt } from './authority/pki/serve-pki.ts';
import { openAnswerSigner } from './authority/requests/answer-signer.ts';
import { SANDBOX_ASP_ID, sandboxAsp } from './authority/requests/check-request.ts';
import { createTestPhone } from './authority/test-phone.ts';
import { createFaults } from './faults.ts';
import { openMailInbox, SANDBOX_FROM, sandboxMailer } from './mail-inbox.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { CMS_CHOICES } from './sandbox-options.ts';
import type { ServiceKeys } from './saved-state.ts';
import { openAccounts, openClock } from './saved-state.ts';

type PartsOptions = Pick<SandboxOptions, 'cms' | 'otp' | 'smtp'>;

/** Creates certificates the first time. Throws InvalidMailServer. */
export async function openParts(
  dataDir: string,
  keys: ServiceKeys,
  { cms = 'chain', otp, smtp }: PartsOptions = {},
) {
  const clock = await openClock(join(dataDir, 'clock.json'));
  const pki = await openPki(dataDir, clock.now());
  const inbox = await openMailInbox(join(dataDir, 'mails'), smtp?.from ?? SANDBOX_FROM);
  const mailer = await sandboxMailer(inbox, smtp);
  const journal = await openJournal(join(dataDir, 'authority.jsonl'));
  const accounts = await openAccounts(join(dataDir, 'accounts.json'));
  const phone = createTestPhone();
  const faults = createFaults();
  // Known once their servers listen
  const places = { authorityUrl: '', returnUrl: '', phoneUrl: '' };
  const issuerUrls = () => issuerUrlsAt(places.authorityUrl);
  const { profile } = CMS_CHOICES[cms];
  const signing = await openSigningContext(pki, clock, { profile, issuerUrls });
  const answers = openAnswerSigner({ signing, clock, faults });
  const registry = [sandboxAsp(pki.asp.certificate, () => [places.returnUrl])];
  const authority = new Authority({ answers, registry, otp, phone, journal, clock });
  const kept = { dataDir, keys, pki, clock, inbox, mailer, phone, journal, accounts };
  return { ...kept, faults, tsa: signing.tsa, authority, cms, places };
}

export type SandboxParts = Awaited<ReturnType<typeof openParts>>;

/** Not "Aadhaar", so that nobody enters a real number. */
const NAMES = {
  en: { authority: 'TEST Certifying Authority', identity: 'TEST identity' },
  hi: { authority: 'परीक्षण (TEST) प्रमाणन प्राधिकारी', identity: 'परीक्षण पहचान' },
};

export const authorityGateway = (parts: SandboxParts, action: string) => {
  const { pki, clock, cms } = parts;
  return esignGateway({
    id: 'test',
    transport: 'protean',
    action,
    aspId: SANDBOX_ASP_ID,
    asp: {
      certificate: pki.asp.certificate,
      privateKey: createPrivateKey(pki.asp.privateKey),
    },
    espCertificates: [pki.answer.certificate],
    roots: [pki.root],
    chain: [pki.subCa.certificate],
    responseSigType: CMS_CHOICES[cms].form,
    judge: openAnswerJudge(),
    clock,
    languageParameter: 'lang',
    name: 'TEST Certifying Authority',
    names: NAMES,
    isTest: true,
  });
};
