import { fromBER } from 'asn1js';
import { RelativeDistinguishedNames } from 'pkijs';
import type { X509Certificate } from '../../platform/crypto.ts';
import { createHash } from '../../platform/crypto.ts';
import { elementIn, itemsOf, TAG } from '../trust/der.ts';
import { fieldsOf } from '../trust/parsed-certificate.ts';
import { OID } from './asn1.ts';

/** The names in a certificate (RFC 5280, 4.1), as encoded there, DER. */
export interface CertificateNames {
  readonly serialNumber: Buffer;
  readonly issuer: Buffer;
  readonly subject: Buffer;
}

/** Throws Error if the certificate is malformed. */
export function certificateNames(der: Uint8Array): CertificateNames {
  const [content] = itemsOf(elementIn(der, TAG.sequence));
  const [serialNumber, , issuer, , subject] = content ? fieldsOf(content) : [];
  if (serialNumber === undefined || issuer === undefined || subject === undefined) {
    throw new Error('a certificate has no names');
  }
  return { serialNumber: serialNumber.bytes, issuer: issuer.bytes, subject: subject.bytes };
}

/** `name` is DER. Empty if there is no common name. */
export function commonNameIn(name: Buffer): string {
  const schema = fromBER(name).result;
  const { typesAndValues } = new RelativeDistinguishedNames({ schema });
  return typesAndValues.find(({ type }) => type === OID.commonName)?.value.valueBlock.value ?? '';
}

/** Separates attributes on one or several lines. Commas in values are escaped. */
const BETWEEN_ATTRIBUTES = /\n|(?<!\\), /;
const ESCAPED = /\\([,+"\\<>;#= ])/g;

/** The common name, else the organisation, else the whole name on one line. */
export function nameInWords(name: string): string {
  const attributes = name.split(BETWEEN_ATTRIBUTES);
  const named = ['CN=', 'O='].flatMap((key) => attributes.filter((one) => one.startsWith(key)));
  const value = named[0]?.replace(/^[A-Z]+=/, '').replace(ESCAPED, '$1');
  return value || showName(name);
}

export function showName(name: string): string {
  return name.split('\n').join(', ');
}

/** A key known to seal a service's completion certificates, and its validity period. */
export interface SealPin {
  /** Of the public key (SubjectPublicKeyInfo, RFC 5280, 4.1.2.7), 64 hexadecimal digits. */
  readonly keySha256: string;
  /** ISO 8601. */
  readonly notBefore: string;
  readonly notAfter: string;
}

/** Of SubjectPublicKeyInfo, 64 hexadecimal digits. */
export function keySha256Of({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

export function pinOf(certificate: X509Certificate): SealPin {
  return {
    keySha256: keySha256Of(certificate),
    notBefore: new Date(certificate.validFrom).toISOString(),
    notAfter: new Date(certificate.validTo).toISOString(),
  };
}
