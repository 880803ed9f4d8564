import { OID } from '../cms/asn1.ts';
import {
  basicConstraints,
  EXTENSION,
  extendedUsages,
  mayUseKey,
  USAGE,
} from './certificate-extensions.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';

export type Purpose = 'signing' | 'timestamping';

const ANY_USAGE = '2.5.29.37.0';

const USAGES: Readonly<Record<Purpose, readonly string[]>> = {
  signing: [
    '1.3.6.1.5.5.7.3.36', // id-kp-documentSigning (RFC 9336)
    '1.3.6.1.4.1.311.10.3.12', // document signing, Microsoft
    '1.2.840.113583.1.1.5', // authentic documents, Adobe
    '1.3.6.1.5.5.7.3.4', // emailProtection
    ANY_USAGE,
  ],
  timestamping: [OID.timeStamping, ANY_USAGE],
};

function hasUsage({ extensions }: ParsedCertificate, purpose: Purpose): boolean {
  const usages = extendedUsages(extensions);
  return usages === undefined || usages.some((usage) => USAGES[purpose].includes(usage));
}

/** A timestamping certificate has only that usage, in a critical extension (RFC 3161, 2.3). */
function isForTimestamps({ extensions }: ParsedCertificate): boolean {
  const isCritical = extensions.get(EXTENSION.extendedKeyUsage)?.critical === true;
  return isCritical && extendedUsages(extensions)?.join() === OID.timeStamping;
}

/** Whether a non-CA certificate was issued for a purpose. Throws Error if it is malformed. */
export function suits(certificate: ParsedCertificate, purpose: Purpose): boolean {
  const { extensions } = certificate;
  if (basicConstraints(extensions).ca) return false;
  if (!mayUseKey(extensions, USAGE.digitalSignature | USAGE.nonRepudiation)) return false;
  return purpose === 'signing' ? hasUsage(certificate, purpose) : isForTimestamps(certificate);
}

export function mayIssueFor(issuer: ParsedCertificate, purpose: Purpose): boolean {
  return hasUsage(issuer, purpose);
}
