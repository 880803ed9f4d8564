import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { brokenAt } from '../../../src/contract/audit-chain.ts';
import { layOutCertificate, sealPdf } from '../../../src/pdf/certificate/certificate.ts';
import {
  auditSection,
  documentSection,
  integritySection,
  signerSections,
} from '../../../src/pdf/certificate/certificate-sections.ts';
import type { CompletionEvidence } from '../../../src/pdf/certificate/completion-evidence.ts';
import { layoutText } from '../../../src/pdf/certificate/layout.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { anEvidence, auditTrail } from '../../support/an-evidence.ts';
import { makeAuthority } from '../../support/pdf-authority.ts';
import { testFonts } from '../../support/pdf-fonts.ts';

const fonts = testFonts();

async function sealed(evidence: CompletionEvidence) {
  const authority = await makeAuthority();
  const identity = await authority.issue('esign sandbox seal');
  const laidOut = await layOutCertificate(evidence, fonts);
  const seal = { ...identity, name: 'esign sandbox', date: new Date(), fonts };
  return { roots: [authority.root], file: await sealPdf(laidOut, seal) };
}

test('equal evidence gives the same bytes', async () => {
  const [one, two] = [
    await layOutCertificate(anEvidence(), fonts),
    await layOutCertificate(anEvidence(), fonts),
  ];
  expect(one.equals(two)).toBe(true);
});

test('the layout leaves the evidence as it was', async () => {
  const evidence = anEvidence();
  await layOutCertificate(evidence, fonts);
  expect(evidence).toEqual(anEvidence());
});

test('a long trail runs over several pages', async () => {
  const short = await PDF.load(
    await layOutCertificate(anEvidence({ audit: auditTrail(3) }), fonts),
  );
  const long = await PDF.load(
    await layOutCertificate(anEvidence({ audit: auditTrail(90) }), fonts),
  );
  expect(long.getPageCount()).toBeGreaterThan(short.getPageCount() + 3);
});

test('the attachments carry evidence and trail, the trail unbroken', async () => {
  const pdf = await PDF.load(await layOutCertificate(anEvidence(), fonts));
  const read = (name: string) => Buffer.from(pdf.getAttachment(name) ?? []).toString();
  const lines = read('audit.jsonl').trim().split('\n');
  expect(brokenAt(lines.map((line) => JSON.parse(line)))).toBeUndefined();
  const evidence = JSON.parse(read('evidence.json'));
  expect(evidence.signers[2].name).toBe('अनिता शर्मा');
  expect(evidence.audit).toEqual({ entries: 60, headHash: JSON.parse(lines.at(-1)!).hash });
});

test('what is not known is left blank, and what is one is not called many', () => {
  const { document, signers } = anEvidence();
  const unknown = { openedAt: null, consentedAt: null, ip: null, userAgent: null };
  const evidence = anEvidence({
    document: { ...document, pages: 1 },
    signers: [{ ...signers[0]!, ...unknown, authentication: undefined }],
    audit: [],
  });
  const show = layoutText(fonts);
  const sections = [documentSection, signerSections, integritySection, auditSection];
  const text = JSON.stringify(sections.map((section) => section(evidence, show)));
  expect(text).toContain('1 page, ');
  expect(text).toContain('0 entries');
  expect(text.split('"–"')).toHaveLength(5);
  expect(text).not.toMatch(/null|undefined|Invalid/);
});

test('names in scripts that the font lacks, controls and direction overrides do no harm', async () => {
  const [signer] = anEvidence().signers;
  const name = 'தமிழ் \u202Etxt.exe\u0007';
  const evidence = anEvidence({ signers: [{ ...signer!, name }] });
  const pdf = await PDF.load(await layOutCertificate(evidence, fonts));
  expect(pdf.getPageCount()).toBeGreaterThan(1);
});

test('a sealed certificate verifies and says which document it is about', async () => {
  const { file, roots } = await sealed(anEvidence());
  const { document, certificateId } = anEvidence();
  const verdict = await verifyPdf(file, { roots });
  expect(verdict.problem).toBeUndefined();
  expect(verdict).toMatchObject({ intact: true, changesAnalysed: true });
  expect(verdict.certificate).toMatchObject({
    certificateId,
    documentId: document.id,
    finalSha256: document.finalSha256,
    auditEntries: 60,
  });
});

test('a trail that was changed before sealing is found', async () => {
  const audit = auditTrail(9).map((row) =>
    row.seq === 4 ? { ...row, actor: 'account:other' } : row,
  );
  const { file, roots } = await sealed(anEvidence({ audit }));
  const verdict = await verifyPdf(file, { roots });
  expect(verdict).toMatchObject({ intact: false, problem: { code: 'AUDIT_CHAIN' } });
  expect(verdict.problem?.message).toContain('entry 4');
});

test('a trail cut short is found', async () => {
  const laidOut = await PDF.load(await layOutCertificate(anEvidence(), fonts));
  const lines = Buffer.from(laidOut.getAttachment('audit.jsonl') ?? [])
    .toString()
    .split('\n');
  const cut = Buffer.from(`${lines.slice(0, -2).join('\n')}\n`);
  laidOut.addAttachment('audit.jsonl', cut, { overwrite: true });
  const authority = await makeAuthority();
  const identity = await authority.issue('esign sandbox seal');
  const seal = { ...identity, name: 'esign sandbox', date: new Date(), fonts };
  const file = await sealPdf(Buffer.from(await laidOut.save()), seal);
  const verdict = await verifyPdf(file, { roots: [authority.root] });
  expect(verdict).toMatchObject({ intact: false, problem: { code: 'AUDIT_CHAIN' } });
});

test('a changed certificate no longer fits its seal', async () => {
  const { file, roots } = await sealed(anEvidence());
  const at = file.indexOf('/FontFile2');
  file[at + 1] = 0x47;
  const verdict = await verifyPdf(file, { roots });
  expect(verdict).toMatchObject({ intact: false, problem: { code: 'CMS_DIGEST' } });
});
