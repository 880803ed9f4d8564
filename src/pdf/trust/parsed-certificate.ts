import type { X509Certificate } from '../../platform/crypto.ts';
import type { CertificateExtensions } from './certificate-extensions.ts';
import { readExtensions } from './certificate-extensions.ts';
import type { Element } from './der.ts';
import { elementIn, elementsOf, itemsOf, TAG, timeIn } from './der.ts';
import type { SignedObject } from './signed-object.ts';
import { readSigned } from './signed-object.ts';

/** The parts that a path is judged by (RFC 5280, 4.1). */
export interface ParsedCertificate {
  readonly native: X509Certificate;
  readonly signed: SignedObject;
  /** The content of the INTEGER. */
  readonly serialNumber: Buffer;
  /** Distinguished names, DER. */
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** The public key's BIT STRING without its first octet. Identifies the key in OCSP. */
  readonly keyBits: Buffer;
  readonly extensions: CertificateExtensions;
}

const VERSION = 0xa0;
const EXTENSIONS = 0xa3;

/** A certificate's fields from the serial number on. Throws Error if it is malformed. */
export function fieldsOf(content: Element): Element[] {
  const fields = itemsOf(content);
  return fields[0]?.tag === VERSION ? fields.slice(1) : fields;
}

/** Throws Error if the certificate is malformed. */
export function parseCertificate(native: X509Certificate): ParsedCertificate {
  const signed = readSigned(elementIn(native.raw, TAG.sequence));
  const [serial, algorithm, issuer, validity, subject, key, ...rest] = fieldsOf(signed.content);
  if (!serial || !algorithm || !issuer || !subject) throw new Error('a field is missing');
  if (!algorithm.bytes.equals(signed.algorithm.bytes)) throw new Error('two algorithms');
  const [notBefore, notAfter] = itemsOf(validity);
  const list = rest.find(({ tag }) => tag === EXTENSIONS);
  const [extensions] = list ? elementsOf(list.content) : [];
  return {
    native,
    signed,
    serialNumber: serial.content,
    issuer: issuer.bytes,
    subject: subject.bytes,
    notBefore: timeIn(notBefore),
    notAfter: timeIn(notAfter),
    keyBits: itemsOf(key)[1]?.content.subarray(1) ?? Buffer.alloc(0),
    extensions: extensions ? readExtensions(extensions) : new Map(),
  };
}

export function parsedOrNot(certificate: X509Certificate): ParsedCertificate | undefined {
  try {
    return parseCertificate(certificate);
  } catch {
    return undefined;
  }
}

/** Whether issuer and subject have the same name (RFC 5280, 3.2). */
export function isSelfIssued({ issuer, subject }: ParsedCertificate): boolean {
  return issuer.equals(subject);
}
