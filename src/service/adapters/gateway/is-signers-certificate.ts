import { BitString } from 'asn1js';
import type { Extension } from 'pkijs';
import { Certificate, CertificatePolicies } from 'pkijs';

const KEY_USAGE = '2.5.29.15';
const CERTIFICATE_POLICIES = '2.5.29.32';
/** digitalSignature and nonRepudiation (RFC 5280, 4.2.1.3). */
const SIGNS = 0b1100_0000;
/** The CCA's policies for certificates issued on an electronic identity check. */
const EKYC = /^2\.16\.356\.100\.2\.4(?:\.\d+)*$/;

const extensionIn = (extensions: readonly Extension[], id: string): unknown =>
  extensions.find(({ extnID }) => extnID === id)?.parsedValue;

function maySign(usage: unknown): boolean {
  return usage instanceof BitString && ((usage.valueBlock.valueHexView[0] ?? 0) & SIGNS) !== 0;
}

function isOfPerson(policies: unknown): boolean {
  return (
    policies instanceof CertificatePolicies &&
    policies.certificatePolicies.some(({ policyIdentifier }) => EKYC.test(policyIdentifier))
  );
}

/**
 * True for a certificate, DER, issued to a person for signing on an electronic identity check, judged by its policies
 * (RFC 5280, 4.2.1.4) and key usage. Certificates of services and of the authority have the same chain.
 */
export function isSignersCertificate(der: Buffer): boolean {
  try {
    const { extensions = [] } = Certificate.fromBER(new Uint8Array(der));
    return (
      maySign(extensionIn(extensions, KEY_USAGE)) &&
      isOfPerson(extensionIn(extensions, CERTIFICATE_POLICIES))
    );
  } catch {
    return false;
  }
}
