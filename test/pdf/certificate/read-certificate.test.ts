import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { layOutCertificate } from '../../../src/pdf/certificate/certificate.ts';
import { readCertificate } from '../../../src/pdf/certificate/read-certificate.ts';
import { aPdf } from '../../support/a-pdf.ts';
import { anEvidence, auditTrail } from '../../support/an-evidence.ts';
import { testFonts } from '../../support/pdf-fonts.ts';

const bytes = layOutCertificate(anEvidence({ audit: auditTrail(3) }), testFonts());

type Files = { evidence?: (text: string) => string; audit?: (text: string) => string };

async function changed({ evidence = String, audit = String }: Files): Promise<PDF> {
  const pdf = await PDF.load(await bytes, { lenient: false });
  const rewrite = (name: string, change: (text: string) => string) => {
    const text = Buffer.from(pdf.getAttachment(name) ?? []).toString();
    pdf.addAttachment(name, Buffer.from(change(text)), { overwrite: true });
  };
  rewrite('evidence.json', evidence);
  rewrite('audit.jsonl', audit);
  return pdf;
}

test('a PDF without the attachments is not a certificate', async () => {
  expect(readCertificate(await PDF.load(aPdf()))).toBeUndefined();
});

test('a certificate names its document, its signatures and its trail', async () => {
  const summary = readCertificate(await changed({}));
  const { document, signers } = anEvidence();
  expect(summary).toMatchObject({ documentName: document.name, auditEntries: 3 });
  expect(summary?.signers).toEqual(
    signers.map(({ field, cmsSha256, certificate, name, commonName, nameFit }) => ({
      field,
      cmsSha256,
      fingerprint: certificate.fingerprint,
      invitedName: name,
      certifiedName: commonName,
      nameFit,
    })),
  );
});

const broken: [string, string, Files][] = [
  ['evidence that is no JSON', 'EVIDENCE', { evidence: () => '{' }],
  ['evidence that is a list', 'EVIDENCE', { evidence: () => '[]' }],
  [
    'evidence without a document',
    'EVIDENCE',
    { evidence: (text) => text.replace('"document":', '"other":') },
  ],
  [
    'evidence without an id',
    'EVIDENCE',
    { evidence: (text) => text.replace('"certificateId":', '"other":') },
  ],
  [
    'evidence without signers',
    'EVIDENCE',
    { evidence: (text) => text.replace('"signers":', '"other":') },
  ],
  [
    'evidence with a broken signer',
    'EVIDENCE',
    { evidence: (text) => text.replace('"signers":[', '"signers":[7,') },
  ],
  ['a line that is no entry', 'EVIDENCE', { audit: (text) => `${text}7\n` }],
  ['a line that is no JSON', 'EVIDENCE', { audit: (text) => `${text}{\n` }],
  ['an empty trail', 'AUDIT_CHAIN', { audit: () => '' }],
  [
    'a trail without its end',
    'AUDIT_CHAIN',
    { audit: (text) => text.split('\n').slice(0, 2).join('\n') },
  ],
  [
    'an entry with another actor',
    'AUDIT_CHAIN',
    { audit: (text) => text.replace('account:', 'accounts:') },
  ],
];

test.each(broken)('%s is found as %s', async (_, code, files) => {
  const pdf = await changed(files);
  expect(() => readCertificate(pdf)).toThrow(expect.objectContaining({ code }));
});
