import { expect, test } from 'vitest';
import type { CertificateSummary } from '../../../src/pdf/certificate/read-certificate.ts';
import { bindToCertificate } from '../../../src/pdf/verification/pair.ts';
import type { PdfVerdict } from '../../../src/pdf/verification/verdict.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { one, trusting, two } from '../../support/pdf/signed-states.ts';

const signed = await verifyPdf(two, trusting);
const half = await verifyPdf(one, trusting);

const signers = signed.signatures.map(({ field, cmsSha256, signer }) => ({
  field,
  cmsSha256: String(cmsSha256),
  fingerprint: String(signer?.fingerprint),
  invitedName: 'Asha Rao',
  certifiedName: String(signer?.commonName),
  nameFit: 'partial',
}));

const summary: CertificateSummary = {
  certificateId: 'crt_1',
  documentId: 'doc_1',
  documentName: 'contract.pdf',
  finalSha256: signed.sha256,
  signers,
  auditEntries: 9,
  erasedValues: 0,
  auditHead: 'ab'.repeat(32),
};

/** A verified certificate that tells of the signed document, with changes. */
const aCertificate = (
  change: Partial<CertificateSummary> = {},
  verdict: Partial<PdfVerdict> = {},
): PdfVerdict => ({
  ...signed,
  verified: true,
  certificate: { ...summary, ...change },
  ...verdict,
});

test('a document and its certificate belong together, and the names are compared', () => {
  const verdict = bindToCertificate(signed, aCertificate());
  expect(verdict).toMatchObject({ bound: true, verified: true });
  expect(verdict.problem).toBeUndefined();
  const [name] = verdict.findings.filter(({ code }) => code === 'NAME');
  expect(name?.message).toBe(
    `Invited as Asha Rao, certified as ${signers[0]?.certifiedName}: similar.`,
  );
  expect(name?.reason).toBe('partial');
  expect(verdict.findings.at(-1)?.code).toBe('PAIR_OK');
});

test('signatures from before the upload come first, and are compared as well', () => {
  const [first, ...own] = signers;
  const earlier = [{ cmsSha256: first!.cmsSha256, fingerprint: first!.fingerprint }];
  expect(bindToCertificate(signed, aCertificate({ earlier, signers: own }))).toMatchObject({
    bound: true,
  });
  const other = [{ ...earlier[0]!, cmsSha256: 'ab'.repeat(32) }];
  for (const change of [{ earlier: other, signers: own }, { signers: own }, { earlier }]) {
    expect(bindToCertificate(signed, aCertificate(change)).bound).toBe(false);
  }
});

test.each([
  ['match', 'Invited as Asha Rao, certified as Vijay Kumar: same.', 'match'],
  ['mismatch', 'Signed by Vijay Kumar, invited as Asha Rao: different names.', 'mismatch'],
  [
    'not_comparable',
    'Invited as Asha Rao, certified as Vijay Kumar: not comparable.',
    'not_comparable',
  ],
  [null, 'Invited as Asha Rao, certified as Vijay Kumar: not compared.', undefined],
  ['constructor', 'Invited as Asha Rao, certified as Vijay Kumar: not compared.', undefined],
])('names that compare as %s are told so', (nameFit, message, reason) => {
  const named = { ...signers[0]!, certifiedName: 'Vijay Kumar', nameFit };
  const certificate = aCertificate({ signers: [named, signers[1]!] });
  const found = bindToCertificate(signed, certificate).findings.find(({ code }) => code === 'NAME');
  expect(found).toEqual({ code: 'NAME', message, ...(reason && { reason }) });
});

const [first, second] = signers;

const ofSigners = (...listed: typeof signers) => aCertificate({ signers: listed });
const OTHER = '0'.repeat(64);

test.each<[string, PdfVerdict, string]>([
  ['a certificate that is not verified', aCertificate({}, { verified: false }), 'not verified'],
  ['a PDF that is no certificate', signed, 'not a completion certificate'],
  ['another file', aCertificate({ finalSha256: OTHER }), 'another SHA-256'],
  ['signatures in another order', ofSigners(second!, first!), 'signature 1'],
  [
    'a signature by another certificate',
    ofSigners(first!, { ...second!, fingerprint: OTHER }),
    'signature 2',
  ],
  ['another CMS', ofSigners({ ...first!, cmsSha256: OTHER }, second!), 'signature 1'],
  ['another field', ofSigners({ ...first!, field: 'esign_07' }, second!), 'signature 1'],
  ['a signature too many', ofSigners(...signers, first!), 'the certificate names 3'],
])('%s does not belong to the document', (_what, certificate, difference) => {
  expectUnbound(bindToCertificate(signed, certificate), difference);
});

test('a document that was cut does not belong to its certificate', () => {
  expectUnbound(bindToCertificate(half, aCertificate()), 'has 1 signatures');
});

function expectUnbound(verdict: PdfVerdict, difference: string): void {
  expect(verdict).toMatchObject({ bound: false, verified: false, integrityVerified: false });
  expect(verdict.findings.at(-1)?.code).toBe('PAIR_BAD');
  expect(verdict.findings.at(-1)?.message).toContain(difference);
  expect(verdict.findings.some(({ code }) => code === 'NAME')).toBe(false);
}

test('a certificate still fits after proof, and nothing else, was added behind the last signature', () => {
  const longer = { ...signed, sha256: 'f'.repeat(64), signedSha256: signed.sha256 };
  const ending = (code: 'EVIDENCE_ADDED' | 'CHANGED') => ({
    ...longer,
    findings: [{ code, message: '' }],
  });
  expect(bindToCertificate(ending('EVIDENCE_ADDED'), aCertificate()).bound).toBe(true);
  expect(bindToCertificate(ending('CHANGED'), aCertificate()).bound).toBe(false);
});
