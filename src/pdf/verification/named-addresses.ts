import { createHash, X509Certificate } from 'node:crypto';
import { itemsOfExtension } from '../trust/certificate-extensions.ts';
import type { Element } from '../trust/der.ts';
import { elementIn, elementsOf, itemsOf, oidIn, TAG } from '../trust/der.ts';
import { webUrls } from '../trust/general-names.ts';
import type { ParsedCertificate } from '../trust/parsed-certificate.ts';
import { isSelfIssued, parseCertificate, parsedOrNot } from '../trust/parsed-certificate.ts';
import type { Link } from '../trust/revocation/statement.ts';
import { isSignedObjectBy } from '../trust/signed-object.ts';

const DISTRIBUTION_POINTS = '2.5.29.31';
/** A distributionPoint, and fullName in it; the certificates in a CMS. */
const FIELD = 0xa0;

function inField(elements: readonly Element[]): Element[] {
  return elements
    .filter(({ tag }) => tag === FIELD)
    .flatMap(({ content }) => [...elementsOf(content)]);
}

/** CRL URLs of a certificate (RFC 5280, 4.2.1.13); empty if they cannot be read. */
export function crlUrls(certificate: X509Certificate): string[] {
  try {
    const points =
      itemsOfExtension(parseCertificate(certificate).extensions, DISTRIBUTION_POINTS) ?? [];
    return webUrls(points.flatMap((point) => inField(inField(itemsOf(point)))));
  } catch {
    return [];
  }
}

/** More than any honest answer has. The rest is not read. */
const MAX_CERTIFICATES = 20;

/** From a CMS without signers (RFC 5652, 5.1). Throws Error if it is none. */
function bundled(bytes: Uint8Array): X509Certificate[] {
  const [, wrapped] = itemsOf(elementIn(bytes, TAG.sequence));
  const data = elementIn(wrapped?.content ?? Buffer.alloc(0), TAG.sequence);
  const set = itemsOf(data).find(({ tag }) => tag === FIELD);
  const found = set ? [...elementsOf(set.content)] : [];
  return found.slice(0, MAX_CERTIFICATES).map((one) => new X509Certificate(one.bytes));
}

/** Certificates served at an issuer URL as DER, PEM or "certs-only" CMS (RFC 5280, 4.2.2.1). */
export function certificatesIn(bytes: Uint8Array): X509Certificate[] {
  try {
    return [new X509Certificate(bytes)];
  } catch {
    try {
      return bundled(bytes);
    } catch {
      return [];
    }
  }
}

/** SHA-1's AlgorithmIdentifier, DER. It only names the issuer, and every responder knows it. */
const SHA_1 = Buffer.from('300906052b0e03021a0500', 'hex');
const LONG_LENGTH = 0x80;

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  // A serial number has 20 octets at most (RFC 5280, 4.1.2.2).
  if (content.length >= LONG_LENGTH) throw new Error('the serial number is too long');
  return Buffer.concat([Buffer.of(tag, content.length), content]);
}

/** DER (RFC 6960, 4.1.1); no nonce, as times are checked. Throws on an overlong serial number. */
function ocspRequest({ certificate, issuer }: Link): Buffer {
  const hash = (bytes: Buffer) => element(TAG.octets, createHash('sha1').update(bytes).digest());
  const serial = element(TAG.integer, certificate.serialNumber);
  const id = [SHA_1, hash(certificate.issuer), hash(issuer.keyBits), serial];
  const sequence = (...parts: readonly Buffer[]) => element(TAG.sequence, ...parts);
  return sequence(sequence(sequence(sequence(sequence(...id)))));
}

const AUTHORITY_INFORMATION_ACCESS = '1.3.6.1.5.5.7.1.1';
const METHOD = { ocsp: '1.3.6.1.5.5.7.48.1', issuer: '1.3.6.1.5.5.7.48.2' } as const;

/** URLs of OCSP responders or the issuer's certificate (RFC 5280, 4.2.2.1); none if unreadable. */
function accessUrls({ extensions }: ParsedCertificate, method: keyof typeof METHOD): string[] {
  try {
    const items = itemsOfExtension(extensions, AUTHORITY_INFORMATION_ACCESS) ?? [];
    return items.flatMap((item) => {
      const [id, ...location] = itemsOf(item);
      return oidIn(id) === METHOD[method] ? webUrls(location) : [];
    });
  } catch {
    return [];
  }
}

export interface NamedAddress {
  readonly kind: 'issuer' | 'crl' | 'ocsp';
  readonly url: string;
  /** The OCSP request to post there, DER. */
  readonly request?: Uint8Array;
}

/** Finds where missing certificates may be. All are DER, or as their issuers serve them. */
export interface AddressesJob {
  readonly signers: readonly Uint8Array[];
  readonly pool: readonly Uint8Array[];
  readonly roots: readonly Uint8Array[];
}

/** The most certificates whose addresses are read, and that are searched for issuers. */
const MAX_ASKED = 30;
const MAX_POOL = 200;

const parsed = (ders: readonly Uint8Array[]): ParsedCertificate[] =>
  ders.flatMap(certificatesIn).flatMap((certificate) => parsedOrNot(certificate) ?? []);

function ocspAddresses(
  certificate: ParsedCertificate,
  issuers: readonly ParsedCertificate[],
): NamedAddress[] {
  const [issuer] = issuers;
  if (!issuer) return [];
  try {
    const request = ocspRequest({ certificate, issuer });
    return accessUrls(certificate, 'ocsp').map((url) => ({ kind: 'ocsp', url, request }));
  } catch {
    return [];
  }
}

/** Lists, unjudged, the CRLs, OCSP responders and missing issuers on the paths. Never throws. */
export function namedAddresses(job: AddressesJob): NamedAddress[] {
  const roots = parsed(job.roots);
  const pool = [...roots, ...parsed(job.pool).slice(0, MAX_POOL)];
  const anchors = new Set(roots.map(({ native }) => native.fingerprint256));
  const asked = new Map<string, ParsedCertificate>();
  const found: NamedAddress[] = [];
  const climb = (certificate: ParsedCertificate): void => {
    const { fingerprint256 } = certificate.native;
    if (asked.size >= MAX_ASKED || asked.has(fingerprint256) || anchors.has(fingerprint256)) return;
    if (isSelfIssued(certificate)) return;
    asked.set(fingerprint256, certificate);
    const issuers = pool.filter(
      (one) =>
        one.subject.equals(certificate.issuer) && isSignedObjectBy(certificate.signed, one.native),
    );
    if (issuers.length === 0) {
      found.push(
        ...accessUrls(certificate, 'issuer').map((url) => ({ kind: 'issuer' as const, url })),
      );
    }
    found.push(...ocspAddresses(certificate, issuers));
    found.push(...crlUrls(certificate.native).map((url) => ({ kind: 'crl' as const, url })));
    issuers.forEach(climb);
  };
  parsed(job.signers).forEach(climb);
  return found;
}
