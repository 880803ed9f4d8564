import type { BaseBlock } from 'asn1js';
import { ObjectIdentifier, OctetString } from 'asn1js';

/** For CMS and certificates (RFC 5652, 5035, 3161, 5280). */
export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  revocationInfoArchival: '1.2.840.113583.1.1.8',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  rsa: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha384WithRsa: '1.2.840.113549.1.1.12',
  sha512WithRsa: '1.2.840.113549.1.1.13',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
  ecdsaWithSha512: '1.2.840.10045.4.3.4',
  ed25519: '1.3.101.112',
  commonName: '2.5.4.3',
  emailAddress: '1.2.840.113549.1.9.1',
} as const;

export function derOf(element: BaseBlock): Buffer {
  return Buffer.from(element.toBER());
}

/** Primitive or constructed; undefined for anything else. */
export function octetsOf(value: unknown): Buffer | undefined {
  return value instanceof OctetString ? Buffer.from(value.getValue()) : undefined;
}

export function oidOf(value: unknown): string | undefined {
  return value instanceof ObjectIdentifier ? value.valueBlock.toString() : undefined;
}
