import { BitString } from 'asn1js';
import type { Extension } from 'pkijs';
import { Certificate, CertificatePolicies } from 'pkijs';

const KEY_USAGE = '2.5.29.15';
const CERTIFICATE_POLICIES = '2.5.29.32';
/** Bits of a key's usage (RFC 5280, 4.2.1.3): digitalSignature and nonRepudiation. */
const SIGNS = 0b1100_0000;
/** The CCA's policies of certificates that are issued on an electronic identity check, whatever its means. */
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
 * True for a certificate, DER, that was issued to a person for signing on an electronic identity check, by its policies
 * (RFC 5280, 4.2.1.4) and the usage of its key: those of services and of the authority itself, of the same chain, sign
 * for nobody.
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
