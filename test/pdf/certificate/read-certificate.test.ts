import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { layOutCertificate } from '../../../src/pdf/certificate/certificate.ts';
import { readCertificate } from '../../../src/pdf/certificate/read-certificate.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { anEvidence, auditTrail } from '../../support/pdf/an-evidence.ts';

const certificate = (ofVersion1: number) =>
  layOutCertificate(anEvidence({ audit: auditTrail(3, ofVersion1) }), testFonts());
const bytes = await certificate(0);

type Files = { evidence?: (text: string) => string; audit?: (text: string) => string };

async function changed({ evidence = String, audit = String }: Files, file = bytes): Promise<PDF> {
  const pdf = await PDF.load(file, { lenient: false });
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

const inEvidence = (from: string, to = '"other":'): Files => ({
  evidence: (text) => text.replace(from, to),
});
const inAudit = (from: string | RegExp, to: string): Files => ({
  audit: (text) => text.replace(from, to),
});

const broken: [string, string, Files][] = [
  ['evidence that is no JSON', 'EVIDENCE', { evidence: () => '{' }],
  ['evidence that is a list', 'EVIDENCE', { evidence: () => '[]' }],
  ['evidence without a document', 'EVIDENCE', inEvidence('"document":')],
  ['evidence without an id', 'EVIDENCE', inEvidence('"certificateId":')],
  ['evidence without signers', 'EVIDENCE', inEvidence('"signers":')],
  ['evidence with a broken signer', 'EVIDENCE', inEvidence('"signers":[', '"signers":[7,')],
  ['a line that is no entry', 'EVIDENCE', { audit: (text) => `${text}7\n` }],
  ['a line that is no JSON', 'EVIDENCE', { audit: (text) => `${text}{\n` }],
  ['an entry of an unknown version', 'EVIDENCE', inAudit('"v":2', '"v":3')],
  ['an entry without its personal part', 'EVIDENCE', inAudit('"personal":', '"other":')],
  ['a personal value without a salt', 'EVIDENCE', inAudit(/"ip":\{[^}]*\}/, '"ip":"203.0.113.24"')],
  ['an empty trail', 'AUDIT_CHAIN', { audit: () => '' }],
  [
    'a trail without its end',
    'AUDIT_CHAIN',
    { audit: (text) => text.split('\n').slice(0, 2).join('\n') },
  ],
  ['an entry with another actor', 'AUDIT_CHAIN', inAudit('account:', 'accounts:')],
  [
    'an entry with another personal value',
    'AUDIT_CHAIN',
    inAudit('"203.0.113.24"', '"203.0.113.25"'),
  ],
];

test.each(broken)('%s is found as %s', async (_, code, files) => {
  const pdf = await changed(files);
  expect(() => readCertificate(pdf)).toThrow(expect.objectContaining({ code }));
});

test.each([
  ['order', '"seq":2', '"seq":4', 'ENTRY_ORDER', 'entry 2: it does not follow the one before'],
  [
    'content',
    '"requestId":"req-1"',
    '"requestId":"req-2"',
    'ENTRY_HASH',
    'entry 2: it does not fit',
  ],
  [
    'value',
    'asha.rao@',
    'a.rao@',
    'PERSONAL_VALUE',
    'entry 1: a personal value does not fit its hash (data.email)',
  ],
])('another %s of an entry is named', async (_what, from, to, reason, message) => {
  const pdf = await changed(inAudit(from, to));
  expect(() => readCertificate(pdf)).toThrow(
    expect.objectContaining({
      code: 'AUDIT_CHAIN',
      reason,
      message: expect.stringContaining(message),
    }),
  );
});

test.each([
  ['before version 2', 3],
  ['when version 2 came', 2],
])('a trail that was written %s is read, and its changes are found', async (_when, ofVersion1) => {
  const file = await certificate(ofVersion1);
  expect(readCertificate(await PDF.load(file))).toMatchObject({ auditEntries: 3, erasedValues: 0 });
  const forged = await changed(inAudit('203.0.113.24', '203.0.113.25'), file);
  expect(() => readCertificate(forged)).toThrow(expect.objectContaining({ code: 'AUDIT_CHAIN' }));
});

test('values that were erased are counted, and are no fault', async () => {
  const pdf = await changed({ audit: (text) => text.replace(/"ip":\{[^}]*\},?/g, '') });
  expect(readCertificate(pdf)).toMatchObject({ auditEntries: 3, erasedValues: 3 });
});
