import type { X509Certificate } from 'node:crypto';
import type { BaseBlock } from 'asn1js';
import { fromBER, Sequence } from 'asn1js';
import { RelativeDistinguishedNames } from 'pkijs';
import { CmsError } from '../errors.ts';
import { OID } from './asn1.ts';

/** The names in a certificate (RFC 5280, 4.1) as encoded there. */
export interface CertificateNames {
  /** The whole certificate. */
  readonly element: BaseBlock;
  readonly serialNumber: BaseBlock;
  readonly issuer: BaseBlock;
  /** The subject's common name; may be empty. */
  readonly commonName: string;
}

/** Trust anchors, known intermediates, and the time of validity. */
export type ChainRules = {
  readonly roots: readonly X509Certificate[];
  readonly intermediates: readonly X509Certificate[];
  readonly at: Date;
};

function itemsOf(element: BaseBlock | undefined): BaseBlock[] {
  if (element instanceof Sequence) return element.valueBlock.value;
  throw new Error('a certificate is malformed');
}

/** Reads the names in a certificate; parsing the rest would be slow. Throws Error if it is malformed. */
export function certificateNames(der: Uint8Array): CertificateNames {
  const { result: element } = fromBER(new Uint8Array(der));
  const fields = itemsOf(itemsOf(element)[0]);
  const isVersion = fields[0]?.idBlock.tagClass === 3;
  const [serialNumber, , issuer, , subject] = isVersion ? fields.slice(1) : fields;
  if (serialNumber === undefined || issuer === undefined || subject === undefined) {
    throw new Error('a certificate has no names');
  }
  const names = new RelativeDistinguishedNames({ schema: subject }).typesAndValues;
  const name = names.find(({ type }) => type === OID.commonName);
  return { element, serialNumber, issuer, commonName: name?.value.valueBlock.value ?? '' };
}

/** A distinguished name on one line. */
export function showName(name: string): string {
  return name.split('\n').join(', ');
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isOneOf(certificates: readonly X509Certificate[], one: X509Certificate): boolean {
  return certificates.some(({ raw }) => raw.equals(one.raw));
}

function pathToRoot(leaf: X509Certificate, rules: ChainRules): X509Certificate[] | undefined {
  const { roots, intermediates } = rules;
  const path: X509Certificate[] = [];
  let next: X509Certificate | undefined = leaf;
  while (next !== undefined) {
    const last: X509Certificate = next;
    path.push(last);
    if (isOneOf(roots, last)) return path;
    next =
      roots.find((root) => issued(root, last)) ??
      intermediates.find((item) => issued(item, last) && !isOneOf(path, item));
  }
  return undefined;
}

/** Throws CmsError CERT_TIME unless a certificate was valid at the time. */
export function checkValidity(certificate: X509Certificate, at: Date): void {
  const { validFrom, validTo, subject } = certificate;
  if (at < new Date(validFrom) || at > new Date(validTo)) {
    const message = `the certificate of ${showName(subject)} is only valid from ${validFrom} to ${validTo}`;
    throw new CmsError('CERT_TIME', message);
  }
}

/**
 * The path from a signer's certificate to a trusted root, each certificate valid at the time.
 * Throws CmsError CERT_CHAIN or CERT_TIME.
 */
export function checkChain(leaf: X509Certificate, rules: ChainRules): X509Certificate[] {
  const path = pathToRoot(leaf, rules);
  if (path === undefined) {
    throw new CmsError('CERT_CHAIN', 'the certificate does not lead to a trusted root');
  }
  for (const certificate of path) checkValidity(certificate, rules.at);
  return path;
}
