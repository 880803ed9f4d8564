import { KeyObject } from 'node:crypto';
import { PDF, PdfArray, PdfDict, PdfStream } from '@libpdf/core';
import { fromBER } from 'asn1js';
import { Attribute } from 'pkijs';
import { expect, test } from 'vitest';
import { readCms, revocationAttribute } from '../../../src/pdf/cms/read-cms.ts';
import { embedCms } from '../../../src/pdf/signing/prepare.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { fieldsFor, prepared, signedDocument } from '../../support/pdf/sign-pdf.ts';
import { parts } from '../../support/trust/chain-rows.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import { der, NOW, revocationList } from '../../support/trust/make-chain.ts';

const { root, sub, leaf } = await parts({});
const [field] = fieldsFor(1);
const ofRoot = await revocationList(root, {});
const good = await revocationList(sub, {});
const revoked = await revocationList(sub, { revoked: leaf.certificate });
const roots = [root.certificate];

/** A document signed by the leaf, with or without its authority's certificate. */
async function signed(chain = [sub.certificate]): Promise<Buffer> {
  const [base] = await signedDocument(1);
  const open = await prepared(base!, field!, { date: NOW });
  const privateKey = KeyObject.from(leaf.keys.privateKey);
  const { certificate } = leaf;
  return embedCms(
    open,
    createCms({ sha256: open.sha256, certificate, privateKey, chain, ess: true }),
  );
}

/** The file with a document security store in an update of its own. */
async function withStore(file: Buffer, items: Record<string, readonly Buffer[]>): Promise<Buffer> {
  const pdf = await PDF.load(file, { lenient: false });
  const store = PdfDict.of({});
  for (const [key, list] of Object.entries(items)) {
    const streams = list.map((bytes) => pdf.register(new PdfStream([], new Uint8Array(bytes))));
    store.set(key, new PdfArray(streams));
  }
  pdf.getCatalog().set('DSS', pdf.register(store));
  return Buffer.from(await pdf.save({ incremental: true }));
}

const codes = ({ findings }: Awaited<ReturnType<typeof verifyPdf>>) =>
  findings.map(({ code }) => code);

test('a signature without evidence says that revocation was not checked, and passes', async () => {
  const verdict = await verifyPdf(await signed(), { roots });
  expect(verdict.verified).toBe(true);
  expect(verdict.signatures[0]?.revocation.status).toBe('not_checked');
  expect(codes(verdict)).toEqual(['AS_SIGNED', 'TRUSTED', 'UNKNOWN']);
});

test('lists that were given are asked', async () => {
  const file = await signed();
  const fine = await verifyPdf(file, { roots, crls: [good, ofRoot] });
  expect(fine.signatures[0]?.revocation).toMatchObject({
    status: 'good',
    certificates: [{ status: 'good', source: 'crl', revokedAt: null }, { status: 'good' }],
  });
  expect(codes(fine)).toEqual(['AS_SIGNED', 'TRUSTED', 'NOT_REVOKED']);
  const bad = await verifyPdf(file, { roots, crls: [revoked] });
  expect(bad).toMatchObject({ intact: true, identified: false, verified: false });
  expect(bad.problem).toMatchObject({ code: 'REVOKED', reason: 'REVOKED' });
  expect(bad.signatures[0]).toMatchObject({
    identity: 'REVOKED',
    revocation: { status: 'revoked' },
  });
});

test("the document security store's lists and certificates are used", async () => {
  const file = await signed([]);
  expect((await verifyPdf(file, { roots })).problem?.code).toBe('UNTRUSTED');
  const Certs = [sub.certificate.raw];
  const fine = await verifyPdf(await withStore(file, { Certs, CRLs: [good, ofRoot] }), { roots });
  expect(codes(fine)).toEqual(['EVIDENCE_ADDED', 'NOT_COMPARED', 'TRUSTED', 'NOT_REVOKED']);
  const noise = [Buffer.from('noise')];
  const stored = { Certs: [...noise, ...Certs], CRLs: [...noise, revoked], OCSPs: noise };
  expect((await verifyPdf(await withStore(file, stored), { roots })).problem?.code).toBe('REVOKED');
});

test('a certificate that was given completes a path, and a policy is asked for', async () => {
  const intermediates = [sub.certificate];
  const file = await signed([]);
  expect((await verifyPdf(file, { roots, intermediates })).verified).toBe(true);
  const policies = ['2.16.356.100.2.4.1'];
  const verdict = await verifyPdf(file, { roots, intermediates, policies });
  expect(verdict.problem).toMatchObject({ code: 'UNTRUSTED', reason: 'POLICY' });
});

test("the lists and responses in a signature's attributes are read", async () => {
  const cms = createCms({
    sha256: '00'.repeat(32),
    certificate: leaf.certificate,
    privateKey: KeyObject.from(leaf.keys.privateKey),
    chain: [],
    ess: false,
  });
  const response = der(0x30, der(0x0a, Buffer.from([6])));
  const both = der(0x30, der(0xa0, der(0x30, good)), der(0xa1, der(0x30, response)));
  const attributeOf = (value: Uint8Array) => {
    const values = [fromBER(new Uint8Array(value)).result];
    return [new Attribute({ type: '1.2.840.113583.1.1.8', values })];
  };
  const found = revocationAttribute({ ...readCms(cms), attributes: attributeOf(both) });
  expect(found.crls).toEqual([good]);
  expect(found.ocsp).toEqual([Buffer.from(response)]);
  const none = { crls: [], ocsp: [] };
  expect(revocationAttribute(readCms(cms))).toEqual(none);
  expect(revocationAttribute({ ...readCms(cms), attributes: attributeOf(der(0x04)) })).toEqual(
    none,
  );
});
