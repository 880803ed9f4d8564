import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkCms } from '../../../../src/pdf/cms/check-cms.ts';
import { TEST_IDENTITIES } from '../../../../src/sandbox/authority/identities.ts';
import {
  issueSignature,
  openSigningContext,
} from '../../../../src/sandbox/authority/pki/issue-signature.ts';
import { onePki } from '../../../support/trust/two-pkis.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const IDENTITY = TEST_IDENTITIES[0]!;
const JOB = { identity: IDENTITY, inputHash: 'ab'.repeat(32), at: NOW };

async function faithful() {
  const pki = await onePki(NOW);
  const signing = await openSigningContext(pki, { now: () => NOW }, { profile: 'faithful' });
  const signature = await issueSignature(signing, { ...JOB, form: 'pkcs7' });
  return { pki, ...signature };
}

test('the faithful profile signs in BER: three levels of indefinite length, six zeros at the end', async () => {
  const { cms } = await faithful();
  expect(cms.subarray(0, 2).toString('hex')).toBe('3080');
  expect(cms.subarray(13, 17).toString('hex')).toBe('a0803080');
  expect(cms.subarray(-6)).toEqual(Buffer.alloc(6));
});

test('a CMS in BER with the signer alone verifies, once the sub-CA is known', async () => {
  const { pki, cms, certificate } = await faithful();
  const [root, subCa] = [pki.root, pki.subCa.certificate].map((der) => new X509Certificate(der));
  if (!root || !subCa) expect.unreachable();
  const rules = { sha256: JOB.inputHash, at: NOW };
  const checked = checkCms(cms, { ...rules, roots: [root], given: [subCa] });
  expect(checked.contents.certificates.map(({ raw }) => raw)).toEqual([certificate]);
  expect(() => checkCms(cms, { ...rules, roots: [root] })).toThrow(/trusted root/);
});

test('a faithful certificate is like real ones: 30 minutes, RSA, the last four digits', async () => {
  const { certificate } = await faithful();
  const { subject, validFrom, validTo, publicKey } = new X509Certificate(certificate);
  expect(new Date(validTo).getTime() - new Date(validFrom).getTime()).toBe(30 * 60_000);
  expect(new Date(validFrom).getTime()).toBeLessThan(NOW.getTime());
  expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  const lines = subject.split('\n');
  for (const line of ['C=IN', 'O=Personal', 'CN=Asha Rao', 'ST=Karnataka']) {
    expect(lines).toContain(line);
  }
  expect(subject).toMatch(new RegExp(`^title=${IDENTITY.number.slice(-4)}$`, 'm'));
  expect(subject).toMatch(/^dnQualifier=1984F[0-9a-f]{64}$/m);
  expect(subject).toMatch(/^pseudonym=[0-9a-f]{32}$/m);
  expect(subject).not.toContain(IDENTITY.number);
});
