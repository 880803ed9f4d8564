import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { chainFault } from '../../../../src/contract/audit-chain.ts';
import { pinOf } from '../../../../src/pdf/cms/certificates.ts';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import type { Seal } from '../../../../src/service/ports/seal.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aSentDocument, signAs } from '../../../support/service/signing-world.ts';
import { signWith } from '../../../support/trust/create-cms.ts';
import { testAuthority } from '../../../support/trust/pdf-authority.ts';

const world = await makeSigningWorld();
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function aCompletedDocument() {
  const sent = await aSentDocument(world, 1);
  expect(await signAs(world, sent.signerIds[0] ?? '')).toBeNull();
  return sent;
}

async function attachment(bytes: Buffer, name: string): Promise<string> {
  const pdf = await PDF.load(bytes);
  return Buffer.from(pdf.getAttachment(name) ?? []).toString();
}

test('a trail of 1,300 entries is attached whole, and leaves no files behind', async () => {
  const { documentId, caller } = await aCompletedDocument();
  const { store, clock } = world.deps;
  const at = clock.now();
  const fact = { type: 'email.sent', at, origin: SYSTEM, data: { mail: 'x' } } as const;
  await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    await tx.appendAudit(documentId, Array(1300).fill(fact));
  });
  const before = await readdir(world.filesFolder, { recursive: true });
  const { bytes } = await issueCertificate(world.deps, caller, documentId);
  const lines = (await attachment(bytes, 'audit.jsonl')).trim().split('\n');
  const trail = lines.map((line) => JSON.parse(line));
  expect(trail).toEqual(await store.readAudit(documentId));
  expect(chainFault(trail)).toBeUndefined();
  expect(await readdir(world.filesFolder, { recursive: true })).toEqual(before);
});

test('several certificates at once are made one after the other, all of them', async () => {
  const { documentId, caller } = await aCompletedDocument();
  const making = [1, 2, 3].map(() => issueCertificate(world.deps, caller, documentId));
  for (const { bytes } of await Promise.all(making)) {
    expect(JSON.parse(await attachment(bytes, 'evidence.json'))).toMatchObject({
      document: { id: documentId },
      downloads: [],
      signers: [{ order: 1 }],
    });
  }
});

test('the evidence has the level of the last renewal', async () => {
  const { documentId, caller } = await aCompletedDocument();
  const level = async () => {
    const { bytes } = await issueCertificate(world.deps, caller, documentId);
    return JSON.parse(await attachment(bytes, 'evidence.json')).document.level;
  };
  const before = await level();
  const renewed = `${before}, renewed`;
  const at = world.deps.clock.now();
  await world.deps.store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    const data = { sha256: 'ab', level: renewed, endsAt: at.toISOString() };
    await tx.appendAudit(documentId, [{ type: 'evidence.renewed', at, origin: SYSTEM, data }]);
  });
  expect(await level()).toBe(renewed);
});

test('the evidence says what was recorded of authentication, consent and certificate', async () => {
  const { documentId, caller } = await aCompletedDocument();
  const { bytes } = await issueCertificate(world.deps, caller, documentId);
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(JSON.parse(await attachment(bytes, 'evidence.json')).signers).toMatchObject([
    {
      authenticated: { at: expect.any(String) },
      consent: { version: expect.any(Number), language: 'en', sha256, read: 'pages' },
      claimedAt: expect.any(String),
      certificate: {
        policies: expect.any(Array),
        root: { subject: expect.any(String), fingerprint: sha256 },
      },
    },
  ]);
});

test('each signature is attached as its parts, and the evidence lists them with their hashes', async () => {
  const { documentId, caller, signerIds } = await aSentDocument(world, 2);
  for (const signerId of signerIds) expect(await signAs(world, signerId)).toBeNull();
  const { bytes } = await issueCertificate(world.deps, caller, documentId);
  const pdf = await PDF.load(bytes);
  const read = (name: string) => Buffer.from(pdf.getAttachment(name) ?? []);
  const { signers, files } = JSON.parse(read('evidence.json').toString());
  const names = files.map(({ name }: { name: string }) => name);
  expect(names).toEqual([
    ...['signature-01.p7s', 'signature-02.p7s', 'chain.pem'],
    ...names.filter((name: string) => /^revocation-\d\d\.(crl|ocsp)$/.test(name)),
    ...['gateway-01.xml', 'gateway-02.xml'],
  ]);
  expect([...pdf.getAttachments().keys()].sort()).toEqual(
    [...names, 'audit.jsonl', 'bsa-63-4-draft.pdf', 'evidence.json'].sort(),
  );
  for (const { name, sha256 } of files) expect(sha256Of(read(name)), name).toBe(sha256);
  for (const { order, cmsSha256 } of signers) {
    expect(sha256Of(read(`signature-0${order}.p7s`))).toBe(cmsSha256);
  }
  const chain =
    read('chain.pem')
      .toString()
      .match(/-----BEGIN[\s\S]*?END CERTIFICATE-----/g) ?? [];
  const inChain = chain.map((pem) => sha256Of(new X509Certificate(pem).raw));
  for (const { certificate } of signers) expect(inChain).toContain(certificate.fingerprint);
});

const DAY_MS = 24 * 3_600_000;
const authority = await testAuthority();
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** A seal that is valid between days from now. */
async function sealOf(name: string, from: number, to: number, rsa = false): Promise<Seal> {
  const term = { notBefore: inDays(from), notAfter: inDays(to), rsa };
  const { certificate, privateKey, chain } = await authority.issue(name, term);
  return { certificate, chain: [...chain, authority.root], sign: signWith(privateKey) };
}

const former = await sealOf('TEST Seal of last year', -300, 30);
const next = await sealOf('TEST Seal of this year', 20, 400, true);
const seals = [former, next].map(({ certificate }) => pinOf(certificate));

/** Who sealed the document's certificate, in a process with these seals, so many days from now. */
async function sealedBy(
  document: Awaited<ReturnType<typeof aCompletedDocument>>,
  own: readonly Seal[],
  days: number,
) {
  const deps = { ...world.deps, seals: own, clock: { now: () => inDays(days) } };
  const { bytes } = await issueCertificate(deps, document.caller, document.documentId);
  const { verified, signatures } = await verifyPdf(bytes, { roots: [], seals });
  return { verified, by: signatures.at(-1)?.signer?.commonName };
}

const BY_FORMER = { verified: true, by: 'TEST Seal of last year' };
const BY_NEXT = { verified: true, by: 'TEST Seal of this year' };

test('while a seal is replaced, two processes seal with different ones, and both certificates verify', async () => {
  const document = await aCompletedDocument();
  expect(await sealedBy(document, [former], 25)).toEqual(BY_FORMER);
  expect(await sealedBy(document, [next, former], 25)).toEqual(BY_NEXT);
});

test('the first seal that is valid is used, and the other before and after', async () => {
  const document = await aCompletedDocument();
  expect(await sealedBy(document, [next, former], 10)).toEqual(BY_FORMER);
  expect(await sealedBy(document, [former, next], 25)).toEqual(BY_FORMER);
  expect(await sealedBy(document, [former, next], 31)).toEqual(BY_NEXT);
});

test('without a valid seal there is no certificate, and the reason is told', async () => {
  const document = await aCompletedDocument();
  await expect(sealedBy(document, [former, next], 401)).rejects.toMatchObject({
    code: 'internal_error',
    message: "None of the service's seals is valid now.",
  });
});

test('a signature by another key than that of the certificate is not embedded', async () => {
  const document = await aCompletedDocument();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const wrong = { ...former, sign: signWith(privateKey) };
  await expect(sealedBy(document, [wrong], 10)).rejects.toThrow(
    "The seal was not signed with its certificate's key.",
  );
});
