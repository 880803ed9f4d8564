import { KeyObject, X509Certificate } from 'node:crypto';
import { createCms } from '../../pdf/create-cms.ts';
import type { TestIdentity } from './identities.ts';
import { makeKeys } from './keys.ts';
import { makeCertificate } from './make-certificate.ts';
import type { Pki } from './pki.ts';
import { testName } from './pki.ts';

const subjectOf = ({ name, state, postalCode }: TestIdentity) =>
  testName(`${name} (TEST)`, [
    { ST: [{ utf8String: state }] },
    { '2.5.4.17': [{ utf8String: postalCode }] },
  ]);

/**
 * Signs a hash for an identity: a new key, a certificate for it, a CMS (CAdES, with the sub-CA) over the hash. The key
 * is used once and dropped: no two signatures share a certificate.
 */
export async function issueSignature(
  pki: Pki,
  job: { identity: TestIdentity; inputHash: string; at: Date },
): Promise<{ cms: Buffer; certificate: Buffer }> {
  const keys = await makeKeys();
  const certificate = await makeCertificate({
    subject: subjectOf(job.identity),
    keys,
    issuer: pki.subCa,
    purpose: { ca: false },
    notBefore: pki.notBefore,
    notAfter: pki.notAfter,
  });
  const cms = createCms({
    sha256: job.inputHash,
    certificate: new X509Certificate(certificate),
    privateKey: KeyObject.from(keys.privateKey),
    chain: [new X509Certificate(pki.subCa.certificate)],
    signingTime: job.at,
    ess: true,
  });
  return { cms, certificate };
}
