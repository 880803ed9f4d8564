import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { pinOf } from '../../../../src/pdf/cms/certificates.ts';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import type { Seal } from '../../../../src/service/ports/seal.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aSentDocument, signAs } from '../../../support/service/signing-world.ts';
import { signWith } from '../../../support/trust/create-cms.ts';
import { testAuthority } from '../../../support/trust/pdf-authority.ts';

const DAY_MS = 24 * 3_600_000;
const world = await makeSigningWorld();
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

async function aCompletedDocument() {
  const { documentId, signerIds, caller } = await aSentDocument(world, 1);
  expect(await signAs(world, signerIds[0] ?? '')).toBeNull();
  return { documentId, caller };
}

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
