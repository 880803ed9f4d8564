import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { chainFault } from '../../../src/contract/audit-chain.ts';
import {
  embedSeal,
  layOutCertificate,
  prepareSeal,
} from '../../../src/pdf/certificate/certificate.ts';
import { pinOf } from '../../../src/pdf/cms/certificates.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { freshFonts, testFonts } from '../../support/drawing/pdf-fonts.ts';
import { lineOf, SCRIPT_SAMPLES } from '../../support/drawing/script-samples.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { anEvidence, aSigner, auditTrail } from '../../support/pdf/an-evidence.ts';
import { fieldsFor, signedByAll } from '../../support/pdf/sign-pdf.ts';
import { signWith } from '../../support/trust/create-cms.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

const fonts = testFonts();

const laidOut = await layOutCertificate(anEvidence(), fonts);
const authority = await testAuthority();
const seal = await authority.issue('esign sandbox seal');
const trusting = { roots: [authority.root], seals: [pinOf(seal.certificate)] };

async function sealed(bytes: Buffer, identity = seal): Promise<Buffer> {
  const shown = { name: 'esign sandbox', date: new Date(), fonts };
  const prepared = await prepareSeal(bytes, shown);
  return await embedSeal(prepared, { ...identity, sign: signWith(identity.privateKey) });
}

test('equal evidence gives the same bytes, and is not modified', async () => {
  const evidence = anEvidence();
  const again = await layOutCertificate(evidence, fonts);
  expect(again.equals(laidOut)).toBe(true);
  expect(evidence).toEqual(anEvidence());
});

test('the first certificate of a process is the same as later ones, in every script', async () => {
  const fresh = freshFonts();
  const signers = SCRIPT_SAMPLES.map((sample, index) => aSigner(index + 1, lineOf(sample)));
  const print = () => layOutCertificate(anEvidence({ signers }), fresh);
  const [first, ...later] = [await print(), await print(), await print()];
  expect(later.map((one) => one.equals(first))).toEqual([true, true]);
});

test('the attachments contain the evidence and an unbroken audit trail', async () => {
  const pdf = await PDF.load(laidOut);
  const read = (name: string) => Buffer.from(pdf.getAttachment(name) ?? []).toString();
  const lines = read('audit.jsonl').trim().split('\n');
  expect(chainFault(lines.map((line) => JSON.parse(line)))).toBeUndefined();
  const evidence = JSON.parse(read('evidence.json'));
  expect(evidence.signers[2].name).toBe('अनिता शर्मा');
  expect(evidence.audit).toEqual({ entries: 60, headHash: JSON.parse(lines.at(-1)!).hash });
});

test('scripts that no font has, control characters and direction overrides do no harm', async () => {
  const [signer] = anEvidence().signers;
  const name = '山田 \u202Etxt.exe\u0007';
  const evidence = anEvidence({ signers: [{ ...signer!, name }] });
  const pdf = await PDF.load(await layOutCertificate(evidence, fonts));
  expect(pdf.getPageCount()).toBeGreaterThan(1);
});

test('a sealed certificate verifies and names its document', async () => {
  const { document, certificateId } = anEvidence();
  const verdict = await verifyPdf(await sealed(laidOut), trusting);
  expect(verdict.problem).toBeUndefined();
  expect(verdict).toMatchObject({ intact: true, verified: true });
  expect(verdict.certificate).toMatchObject({
    certificateId,
    documentId: document.id,
    finalSha256: document.finalSha256,
    auditEntries: 60,
  });
});

test('a seal is known by its key, in the time of that key, and not by a trusted root', async () => {
  const file = await sealed(laidOut);
  const { roots, seals } = trusting;
  const [pin] = seals;
  const past = {
    keySha256: String(pin?.keySha256),
    notBefore: '2001-01-01',
    notAfter: '2002-01-01',
  };
  expect(await verifyPdf(file, { roots: [], seals })).toMatchObject({ verified: true });
  for (const pins of [[], [past]]) {
    const verdict = await verifyPdf(file, { roots, seals: pins });
    expect(verdict).toMatchObject({ intact: true, identified: false, verified: false });
    expect(verdict.problem?.code).toBe('SEAL_UNKNOWN');
  }
});

test('a certificate that somebody else under the same root sealed is not the service’s', async () => {
  const forged = await sealed(laidOut, await authority.issue('esign sandbox seal', { rsa: true }));
  const verdict = await verifyPdf(forged, trusting);
  expect(verdict).toMatchObject({ verified: false, problem: { code: 'SEAL_UNKNOWN' } });
});

test('a certificate without its attachments is still judged by its seal', async () => {
  const bare = await sealed(aPdf(), await authority.issue('esign sandbox seal', { rsa: true }));
  expect(await verifyPdf(bare, trusting)).toMatchObject({
    verified: false,
    problem: { code: 'SEAL_UNKNOWN' },
  });
});

test('a certificate that was signed in another field has no seal', async () => {
  const signed = (await signedByAll(laidOut, fieldsFor(1))).at(-1) ?? laidOut;
  expect(await verifyPdf(signed, trusting)).toMatchObject({
    identified: false,
    verified: false,
    problem: { code: 'SEAL_UNKNOWN' },
  });
});

test('a trail that was changed before sealing is found', async () => {
  const audit = auditTrail(9).map((row) =>
    row.seq === 4 ? { ...row, entry: { ...row.entry, actor: 'account:other' } } : row,
  );
  const changed = await layOutCertificate(anEvidence({ audit }), fonts);
  const verdict = await verifyPdf(await sealed(changed), trusting);
  expect(verdict).toMatchObject({ intact: false, problem: { code: 'AUDIT_CHAIN' } });
  expect(verdict.problem?.message).toContain('entry 4');
});

test('a truncated trail is found', async () => {
  const pdf = await PDF.load(laidOut);
  const lines = Buffer.from(pdf.getAttachment('audit.jsonl') ?? [])
    .toString()
    .split('\n');
  const cut = Buffer.from(`${lines.slice(0, -2).join('\n')}\n`);
  pdf.addAttachment('audit.jsonl', cut, { overwrite: true });
  const verdict = await verifyPdf(await sealed(Buffer.from(await pdf.save())), trusting);
  expect(verdict).toMatchObject({ intact: false, problem: { code: 'AUDIT_CHAIN' } });
});

test('a changed certificate does not match its seal', async () => {
  const file = await sealed(laidOut);
  const at = file.indexOf('/FontFile2');
  file[at + 1] = 0x47;
  const verdict = await verifyPdf(file, trusting);
  expect(verdict).toMatchObject({
    intact: false,
    problem: { code: 'INVALID', reason: 'CMS_DIGEST' },
  });
});
