import { readdir } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { chainFault } from '../../../../src/contract/audit-chain.ts';
import { SYSTEM } from '../../../../src/service/domain/audit.ts';
import { issueCertificate } from '../../../../src/service/use-cases/documents/issue-certificate.ts';
import { makeSigningWorld } from '../../../support/make-signing-world.ts';
import { aSentDocument, signAs } from '../../../support/signing-world.ts';

const world = await makeSigningWorld();

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
  const { store, files, clock } = world.deps;
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
  const folder = await files.localPath(`documents/${documentId}`);
  const before = await readdir(folder);
  const { bytes } = await issueCertificate(world.deps, { caller, documentId });
  const lines = (await attachment(bytes, 'audit.jsonl')).trim().split('\n');
  const trail = lines.map((line) => JSON.parse(line));
  expect(trail).toEqual(await store.readAudit(documentId));
  expect(chainFault(trail)).toBeUndefined();
  expect(await readdir(folder)).toEqual(before);
});

test('several certificates at once are made one after the other, all of them', async () => {
  const { documentId, caller } = await aCompletedDocument();
  const made = await Promise.all(
    [1, 2, 3].map(() => issueCertificate(world.deps, { caller, documentId })),
  );
  for (const { bytes } of made) {
    expect(JSON.parse(await attachment(bytes, 'evidence.json'))).toMatchObject({
      document: { id: documentId },
      downloads: [],
      signers: [{ order: 1 }],
    });
  }
});

test('the evidence says what was recorded of authentication, consent and certificate', async () => {
  const { documentId, caller } = await aCompletedDocument();
  const { bytes } = await issueCertificate(world.deps, { caller, documentId });
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
