import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { pinOf } from '../../../../src/pdf/cms/certificates.ts';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import { signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { readView } from '../../../../src/service/core/links/open-link.ts';
import { aSentDocument, signAs } from '../../../support/service/signing-world.ts';
import { openRetentionWorld } from '../retention/retention-world.ts';

const { world, deps, query } = await openRetentionWorld();
const seals = deps.seals.map(({ certificate }) => pinOf(certificate));

const erase = (documentId: string, condition = 'true') =>
  query(`DELETE FROM audit_personal WHERE document_id = $1 AND ${condition}`, [documentId]);

/** The certificate's verdict, its evidence about each signer, and its trail as attached. */
async function certificateOf({ documentId, caller }: Awaited<ReturnType<typeof aSentDocument>>) {
  const { bytes } = await issueCertificate(deps, caller, documentId);
  const loaded = await PDF.load(bytes);
  const read = (name: string) => Buffer.from(loaded.getAttachment(name) ?? []).toString();
  const { signers } = JSON.parse(read('evidence.json'));
  return {
    verdict: await verifyPdf(bytes, { roots: [], seals }),
    signers,
    trail: read('audit.jsonl'),
  };
}

const ERASED = expect.stringMatching(/^erased \(hash [0-9a-f]{16}…\)$/);

test('a signer can sign, and see that another has, when all personal values are erased', async () => {
  const { documentId, signerIds } = await aSentDocument(world, 2);
  const [first = '', second = ''] = signerIds;
  expect(await signAs(world, first)).toBeNull();
  await erase(documentId);
  const token = signingToken(deps.links.secret, { signerId: first, linkGeneration: 0 });
  expect(await readView(deps, token)).toMatchObject({
    state: 'signed',
    receipt: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(await signAs(world, second)).toBeNull();
});

test('a certificate says which values were erased, and is verified', async () => {
  const sent = await aSentDocument(world, 1);
  expect(await signAs(world, sent.signerIds[0] ?? '')).toBeNull();
  const whole = await certificateOf(sent);
  expect(whole.verdict).toMatchObject({ verified: true, certificate: { erasedValues: 0 } });
  expect(whole.signers).toMatchObject([{ commonName: 'Asha Rao (TEST)' }]);
  expect(whole.signers[0]).not.toHaveProperty('erased');
  const { rows } = await erase(sent.documentId, 'true RETURNING field');
  const { verdict, signers, trail } = await certificateOf(sent);
  expect(signers).toMatchObject([
    {
      ip: null,
      commonName: ERASED,
      nameFit: 'match',
      certificate: { subject: ERASED, serialNumber: ERASED },
      erased: ['commonName', 'certificate.subject', 'certificate.serialNumber'],
    },
  ]);
  expect(trail).not.toMatch(/Asha|lease|@example/);
  expect(rows.length).toBeGreaterThan(5);
  expect(verdict).toMatchObject({ verified: true, certificate: { erasedValues: rows.length } });
});
