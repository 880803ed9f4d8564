import { accessUrls } from '../trust/authority-access.ts';
import { certificatesIn } from '../trust/certificates-in.ts';
import type { ParsedCertificate } from '../trust/parsed-certificate.ts';
import { isSelfIssued, parseCertificate } from '../trust/parsed-certificate.ts';
import { crlUrls } from '../trust/revocation/distribution-points.ts';
import { ocspRequest } from '../trust/revocation/write-ocsp-request.ts';
import { isSignedObjectBy } from '../trust/signed-object.ts';

/** A web address in a certificate, and what it is said to have. */
export interface NamedAddress {
  readonly kind: 'issuer' | 'crl' | 'ocsp';
  readonly url: string;
  /** The OCSP request to post there, DER. */
  readonly request?: Uint8Array;
}

/** A job that finds where the rest of the signers' paths may be had. Certificates are DER, or as their issuers serve them. */
export interface AddressesJob {
  readonly kind: 'addresses';
  readonly signers: readonly Uint8Array[];
  /** Certificates that may be on the paths. */
  readonly pool: readonly Uint8Array[];
  readonly roots: readonly Uint8Array[];
}

/** The most certificates whose addresses are read, and whose issuers are looked for. */
const MAX_ASKED = 30;
const MAX_POOL = 200;

function parsed(ders: readonly Uint8Array[]): ParsedCertificate[] {
  return ders.flatMap(certificatesIn).flatMap((certificate) => {
    try {
      return [parseCertificate(certificate)];
    } catch {
      return [];
    }
  });
}

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

/**
 * Climbs from the signers to the roots, by names and signatures, and lists the addresses that the certificates on the way
 * name: of their revocation lists and OCSP responders, and of an issuer that is missing. Nothing is judged. Never throws.
 */
export function namedAddresses(job: Omit<AddressesJob, 'kind'>): NamedAddress[] {
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
