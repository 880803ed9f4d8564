import { createPrivateKey } from 'node:crypto';
import { esignGateway, openAnswerJudge } from '../service/index.ts';
import { SANDBOX_ASP_ID } from './authority/requests/check-request.ts';
import type { SandboxParts } from './open-parts.ts';
import { CMS_CHOICES } from './sandbox-options.ts';

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
