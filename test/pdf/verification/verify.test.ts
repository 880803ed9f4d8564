import { createHash } from 'node:crypto';
import { PDF } from '@libpdf/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topFields } from '../../../src/pdf/signing/form-fields.ts';
import { placeFields } from '../../../src/pdf/signing/place-fields.ts';
import { signedFields } from '../../../src/pdf/verification/byte-range.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import {
  fieldsFor,
  SIGNERS,
  signedBy,
  signedByAll,
  signedDocument,
  withFields,
} from '../../support/pdf/sign-pdf.ts';
import { otherAuthority, testAuthority } from '../../support/trust/pdf-authority.ts';

const RUNS = 60;

const { root } = await testAuthority();
const trusting = { roots: [root] };

async function twoSigned(): Promise<Buffer> {
  return (await signedDocument(2)).at(-1)!;
}

/** The file with a change in an update of its own. */
async function appended(file: Buffer, change: (pdf: PDF) => void): Promise<Buffer> {
  const pdf = await PDF.load(file, { lenient: false });
  change(pdf);
  return Buffer.from(await pdf.save({ incremental: true }));
}

test('six signatures over one document are all valid and trusted', async () => {
  const revisions = await signedDocument(6);
  for (const bytes of revisions.slice(1)) {
    const verdict = await verifyPdf(bytes, trusting);
    expect(verdict.findings[0]?.code).toBe('AS_SIGNED');
    expect(verdict.intact).toBe(true);
    expect(verdict.verified).toBe(bytes === revisions.at(-1));
  }
  const { signatures } = await verifyPdf(revisions.at(-1)!, trusting);
  expect(signatures.map(({ signer }) => signer?.commonName)).toEqual([...SIGNERS]);
  expect(signatures.every(({ valid, trusted }) => valid && trusted)).toBe(true);
  expect(signatures.map(({ coversWholeFile }) => coversWholeFile)).toEqual([
    ...Array(5).fill(false),
    true,
  ]);
});

test('a signer of an unknown root is valid but not trusted', async () => {
  const other = await otherAuthority();
  const verdict = await verifyPdf(await twoSigned(), { roots: [other.root] });
  expect(verdict.intact).toBe(true);
  expect(verdict.signatures[0]).toMatchObject({ valid: true, trusted: false });
  expect(verdict.signatures[0]?.problem?.code).toBe('UNTRUSTED');
});

test('every flipped bit that the last signature covers is found', async () => {
  const file = await twoSigned();
  const anywhere = fc.tuple(
    fc.integer({ min: 0, max: file.length - 1 }),
    fc.integer({ min: 0, max: 4 }),
  );
  const pdf = await PDF.load(file, { lenient: false });
  const hole = signedFields(pdf).find(({ field }) => field === 'esign_02')?.byteRange ?? [];
  const [, from = 0, to = 0] = hole;
  const unseen = async ([at, bit]: [number, number]) => {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ (1 << bit);
    const isSound = (await verifyPdf(changed, trusting)).verified;
    if (at < from || at >= to) expect(isSound).toBe(false);
  };
  await fc.assert(fc.asyncProperty(anywhere, unseen), { numRuns: RUNS });
});

const approval = {
  field: 'Approval',
  rects: [{ page: 1, x: 9, y: 400, width: 140, height: 110 }],
};

test("somebody else's signature over a change to our document is found", async () => {
  const file = await twoSigned();
  const placed = await placeFields(file, [approval]);
  const approved = await signedBy(placed, approval, { name: 'Meera Iyer' });
  const verdict = await verifyPdf(approved, trusting);
  expect(verdict.signatures.map(({ trusted }) => trusted)).toEqual([true, true, true]);
  expect(verdict).toMatchObject({ intact: false, problem: { code: 'CHANGED', revision: 2 } });
});

test('a file with foreign fields is judged as strictly', async () => {
  const base = await withFields(aPdf(), [approval]);
  const verdict = await verifyPdf(await signedBy(base, approval), { roots: [] });
  expect(verdict).toMatchObject({ intact: true, identified: false, problem: { code: 'NO_ROOT' } });
});

test('a signature that was also entered in another field is found', async () => {
  const [, second, third] = fieldsFor(3);
  const [base] = await signedDocument(3);
  const one = await signedBy(base!, second!);
  const copied = await appended(one, (pdf) => {
    const value = topFields(pdf).get('esign_02')?.get('V');
    if (value) topFields(pdf).get('esign_01')?.set('V', value);
  });
  const file = await signedBy(copied, third!, { name: 'Kavya Nair' });
  const verdict = await verifyPdf(file, trusting);
  expect(verdict.signatures.map(({ valid }) => valid)).toEqual([true, true, true]);
  expect(verdict).toMatchObject({
    intact: false,
    problem: { code: 'CHANGED', reason: 'BYTE_RANGE' },
  });
});

test("a document with attachments like a certificate's is not a certificate", async () => {
  const pdf = await PDF.load(aPdf());
  for (const name of ['evidence.json', 'audit.jsonl']) pdf.addAttachment(name, Buffer.from('{}'));
  const file = (await signedByAll(Buffer.from(await pdf.save()), fieldsFor(1))).at(-1)!;
  const verdict = await verifyPdf(file, trusting);
  expect(verdict).toMatchObject({ intact: true });
  expect(verdict.certificate).toBeUndefined();
});

test('a certificate that was not yet valid at signing identifies nobody', async () => {
  const issue = { notBefore: new Date(Date.now() + 3_600_000) };
  const [base] = await signedDocument(1);
  const file = await signedBy(base!, fieldsFor(1)[0]!, { issue });
  const verdict = await verifyPdf(file, trusting);
  expect(verdict.signatures[0]).toMatchObject({ valid: true, identity: 'CERT_TIME' });
  expect(verdict).toMatchObject({ intact: true, identified: false });
  const later = await verifyPdf(file, { ...trusting, at: new Date(Date.now() + 7_200_000) });
  expect(later.verified).toBe(true);
});

test('an unsigned file, an empty one and noise get a verdict with a reason', async () => {
  const noise = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251));
  for (const [bytes, code] of [
    [aPdf(), 'NOT_SIGNED'],
    [Buffer.alloc(0), 'UNREADABLE'],
    [noise, 'UNREADABLE'],
  ] as const) {
    const verdict = await verifyPdf(bytes, { roots: [] });
    expect(verdict).toMatchObject({ intact: null, signatures: [], problem: { code } });
    expect(verdict.integrityVerified).toBe(false);
    expect(verdict.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

test('a certificate for servers identifies no signer', async () => {
  const [base] = await signedDocument(1);
  const identityBy = async (usages: string[]) => {
    const file = await signedBy(base!, fieldsFor(1)[0]!, { issue: { usages } });
    const { signatures, verified } = await verifyPdf(file, trusting);
    return [signatures[0]?.identity, verified];
  };
  expect(await identityBy(['1.3.6.1.5.5.7.3.1'])).toEqual(['WRONG_USE', false]);
  expect(await identityBy(['1.3.6.1.5.5.7.3.36'])).toEqual(['TRUSTED', true]);
  expect(await identityBy(['2.5.29.37.0'])).toEqual(['TRUSTED', true]);
});

test('a document of which a signer is missing is intact, and not complete', async () => {
  const one = (await signedDocument(2))[1]!;
  expect(await verifyPdf(one, trusting)).toMatchObject({
    intact: true,
    identified: true,
    complete: false,
    bound: null,
    verified: false,
    integrityVerified: false,
    fields: { signed: 1, total: 2 },
    problem: { code: 'INCOMPLETE' },
  });
});
