import { X509Certificate } from 'node:crypto';
import { EXTENSION, mayUseKey, USAGE } from '../../../pdf/trust/extensions.ts';
import { parseCertificate } from '../../../pdf/trust/parsed-certificate.ts';
import { policiesOf } from '../../../pdf/trust/policies.ts';

/** The CCA's policies for certificates based on eKYC. */
const EKYC = /^2\.16\.356\.100\.2\.4(?:\.\d+)*$/;

/**
 * Whether a DER certificate is a person's, issued after an electronic identity check, by its
 * policies (RFC 5280, 4.2.1.4) and key usage. Service and authority certificates share its chain.
 */
export function isSignersCertificate(der: Buffer): boolean {
  try {
    const { extensions } = parseCertificate(new X509Certificate(der));
    return (
      extensions.has(EXTENSION.keyUsage) &&
      mayUseKey(extensions, USAGE.digitalSignature | USAGE.nonRepudiation) &&
      policiesOf(extensions).some((policy) => EKYC.test(policy))
    );
  } catch {
    return false;
  }
}
