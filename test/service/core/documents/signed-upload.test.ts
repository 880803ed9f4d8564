import { X509Certificate } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { pinOf } from '../../../../src/pdf/cms/certificates.ts';
import { pageComparer } from '../../../../src/pdf/reading/compare-looks.ts';
import { bindToCertificate } from '../../../../src/pdf/verification/pair.ts';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { addSigners } from '../../../../src/service/core/documents/add-signers.ts';
import { findOwnDocument } from '../../../../src/service/core/documents/read-documents.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { readUpload } from '../../../../src/service/core/evidence/earlier-signatures.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import { drawnPage, lines } from '../../../support/drawing/drawn-page.ts';
import { PDFIUM_WASM } from '../../../support/drawing/test-pdfium.ts';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
import { aSignedUpload, signedDrawing } from '../../../support/pdf/signed-upload.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import {
  aCaller,
  aDraft,
  aSentDocument,
  send,
  signAs,
} from '../../../support/service/signing-world.ts';

const world = await makeSigningWorld();
const { deps } = world;

const comparePages = pageComparer(pathToFileURL(PDFIUM_WASM), 60_000);

test('a signed upload is signed behind its signatures, and fits its certificate', async () => {
  const upload = await aSignedUpload();
  const { documentId, signerIds, caller } = await aSentDocument(world, 2, upload);
  for (const signerId of signerIds) expect(await signAs(world, signerId)).toBeNull();
  const { head, status } = await findOwnDocument(deps, caller, documentId);
  expect(status).toBe('COMPLETED');
  const file = await deps.files.read(head?.key ?? '');
  expect(file.subarray(0, upload.length).equals(upload)).toBe(true);
  const roots = deps.gateways[0].roots.map((der) => new X509Certificate(der));
  const signed = await verifyPdf(file, { roots, comparePages });
  expect(signed).toMatchObject({ intact: true, complete: true, identified: false });
  expect(signed.findings.map(({ code }) => code)).toContain('PLACED');
  expect(signed.signatures.map(({ signer, trusted }) => [signer?.commonName, trusted])).toEqual([
    ['Meera Iyer', false],
    ['Asha Rao (TEST)', true],
    ['Ravi Kumar (TEST)', true],
  ]);
  const { bytes } = await issueCertificate(deps, caller, documentId);
  const seals = deps.seals.map(({ certificate }) => pinOf(certificate));
  const certificate = await verifyPdf(bytes, { roots: [], seals, comparePages });
  expect(certificate.certificate?.earlier).toHaveLength(1);
  expect(bindToCertificate(signed, certificate)).toMatchObject({ bound: true, intact: true });
});

test('the trail tells of earlier signatures, and can forget their names', async () => {
  const { documentId } = await aSentDocument(world, 1, await aSignedUpload());
  expect((await readUpload(deps.store, documentId)).earlier).toMatchObject([
    { kind: 'signature', name: 'Meera Iyer', claimedAt: '2026-11-21T04:30:00.000Z' },
  ]);
  const [entry] = await deps.store.readAudit(documentId, { type: 'file.hashed' });
  expect(JSON.stringify(entry?.data)).not.toContain('Meera');
  const erased = { readAudit: async () => [{ ...entry!, personal: {} }] };
  expect((await readUpload(erased, documentId)).earlier[0]?.name).toMatch(/^erased \(hash /);
});

/** Adds a signer with these placements to a draft of a signed upload, and sends it. */
async function sentWith(positions: readonly object[], upload?: Buffer) {
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, 0, upload ?? (await aSignedUpload()));
  const advanced = { signaturePlacement: { positions } };
  const signer = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210', advanced };
  await addSigners(deps, caller, { documentId, body: { signers: [signer] }, origin: SYSTEM });
  return await send(deps, caller, documentId);
}

const at = (x: number, y: number) => ({ page: 1, x, y, width: 160, height: 110 });

test('a signed upload takes a placement on white space', async () => {
  expect(await sentWith([at(300, 300)])).toMatchObject({ status: 'SENT' });
});

test.each([
  ['over words', [at(72, 650)], 'Signer 1 (Asha Rao) would sign over something on page 1'],
  ['over an earlier signature', [at(100, 60)], 'would sign over something'],
])('a signed upload cannot be signed %s: nothing is sent', async (_, positions, message) => {
  await expect(sentWith(positions)).rejects.toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining(message),
  });
});

test('a signed upload gives each signer one placement', async () => {
  const upload = await signedDrawing(aPdf({ pages: [{}, {}] }));
  await expect(
    sentWith([at(300, 300), { ...at(300, 300), page: 2 }], upload),
  ).rejects.toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('has 2 placements'),
  });
});

test('a signed upload without white space asks for placements', async () => {
  const full = await signedDrawing(drawnPage({ content: lines({ bottom: 20 }) }));
  await expect(aSentDocument(world, 1, full)).rejects.toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('no page can be added'),
  });
});
