import { createHash, X509Certificate } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { chainFault } from '../../../../src/contract/audit-chain.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aSentDocument, signAs } from '../../../support/service/signing-world.ts';

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
  const fact = {
    type: 'email.sent',
    at: clock.now(),
    origin: SYSTEM,
    data: { mail: 'x' },
  } as const;
  await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    await tx.appendAudit(
      documentId,
      Array.from({ length: 1300 }, () => fact),
    );
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
  const made = await Promise.all(
    [1, 2, 3].map(() => issueCertificate(world.deps, caller, documentId)),
  );
  for (const { bytes } of made) {
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
