import { X509Certificate } from 'node:crypto';
import { fromBER } from 'asn1js';
import { PKIStatus, TimeStampResp } from 'pkijs';
import { expect, test } from 'vitest';
import { checkCms } from '../../../../src/pdf/cms/check-cms.ts';
import { checkTimestamp } from '../../../../src/pdf/cms/check-timestamp.ts';
import { readCms } from '../../../../src/pdf/cms/read-cms.ts';
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

const clock = { now: () => NOW };

test('a timestamp contains the time and its authority', async () => {
  const pki = await onePki(NOW);
  const signing = await openSigningContext(pki, clock);
  const identity = TEST_IDENTITIES[0]!;
  const job = { identity, inputHash: 'ab'.repeat(32), at: NOW, form: 'pkcs7pdf' as const };
  const { cms } = await issueSignature(signing, job);
  const roots = [new X509Certificate(pki.root)];
  expect(checkTimestamp(readCms(cms), { roots, intermediates: [] })).toEqual({
    at: NOW,
    authority: 'TEST Timestamping Authority',
    revocation: 'not_checked',
    endsAt: new Date(new X509Certificate(pki.timestamps?.certificate ?? pki.root).validTo),
  });
});

test('the statement in a token is one octet string, as DER demands', async () => {
  const { tsa } = await openSigningContext(await onePki(NOW), clock);
  const token = Buffer.from(tsa.stamp(Buffer.from('signed')).toSchema().toBER());
  const { eContent } = readCms(token).content;
  expect(eContent?.idBlock.isConstructed).toBe(false);
});

test.each([
  ['no request', Buffer.from('abc')],
  ['nothing', Buffer.alloc(0)],
])('%s is rejected in a response of the protocol', async (_what, request) => {
  const { tsa } = await openSigningContext(await onePki(NOW), clock);
  const { result } = fromBER(new Uint8Array(tsa.respond(request)));
  const { status, timeStampToken } = new TimeStampResp({ schema: result });
  expect([status.status, timeStampToken]).toEqual([PKIStatus.rejection, undefined]);
});
