import { Certificate, CertificatePolicies } from 'pkijs';

const CERTIFICATE_POLICIES = '2.5.29.32';
/** The CCA's policies of certificates that are issued on an electronic identity check, whatever its means. */
const EKYC = /^2\.16\.356\.100\.2\.4(?:\.\d+)*$/;

/**
 * True for a certificate, DER, that was issued to a person for signing on an electronic identity check, by its policies
 * (RFC 5280, 4.2.1.4): those of services and of the authority itself, of the same chain, sign for nobody.
 */
export function isSignersCertificate(der: Buffer): boolean {
  try {
    const { extensions = [] } = Certificate.fromBER(new Uint8Array(der));
    const policies = extensions.find(({ extnID }) => extnID === CERTIFICATE_POLICIES)?.parsedValue;
    return (
      policies instanceof CertificatePolicies &&
      policies.certificatePolicies.some(({ policyIdentifier }) => EKYC.test(policyIdentifier))
    );
  } catch {
    return false;
  }
}
