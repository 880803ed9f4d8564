import { nameInWords, showName } from '../../cms/certificates.ts';
import type { PathFault } from '../fault.ts';
import type { ParsedCertificate } from '../parsed-certificate.ts';
import { readCrl } from './read-crl.ts';
import { readOcsp } from './read-ocsp.ts';
import type { Link, RevocationSource, Statement } from './statement.ts';

/** Every `RevocationStatus`. */
export const REVOCATION_STATUSES = ['good', 'revoked', 'unknown', 'not_checked'] as const;

/** Whether a certificate was revoked. `unknown`: what there is does not answer; `not_checked`: there is nothing from its issuer. */
export type RevocationStatus = (typeof REVOCATION_STATUSES)[number];

/** The revocation status of one certificate. */
export interface CertificateRevocation {
  readonly subject: string;
  readonly status: RevocationStatus;
  /** Where the answer comes from; null without one. */
  readonly source: 'crl' | 'ocsp' | null;
  /** When the certificate was revoked, ISO 8601 in UTC; after the signature's proven time if the status is `good`. */
  readonly revokedAt: string | null;
}

/** Revocation lists and OCSP responses, DER, of any origin. */
export interface RevocationFiles {
  readonly crls: readonly Uint8Array[];
  readonly ocsp: readonly Uint8Array[];
}

/** Reads revocation lists and OCSP responses; malformed ones say nothing. */
export function readSources({ crls, ocsp }: RevocationFiles): RevocationSource[] {
  const read = (reader: (bytes: Uint8Array) => RevocationSource) => (bytes: Uint8Array) => {
    try {
      return [reader(bytes)];
    } catch {
      return [];
    }
  };
  return [...crls.flatMap(read(readCrl)), ...ocsp.flatMap(read(readOcsp))];
}

/** The time of a signature, and whether somebody trusted proves it. */
export interface SigningTime {
  readonly at: Date;
  readonly isProven: boolean;
}

function ask(source: RevocationSource, link: Link): Statement[] {
  try {
    const statement = source.ask(link);
    return statement ? [statement] : [];
  } catch {
    return [];
  }
}

/**
 * Whether a statement that a certificate is good counts for a time: it is of that time, or later while the certificate was
 * valid, since lists drop expired certificates.
 */
function counts({ thisUpdate, nextUpdate }: Statement, { notAfter }: ParsedCertificate, at: Date) {
  if (thisUpdate > at) return thisUpdate <= notAfter;
  return nextUpdate !== null && at < nextUpdate;
}

function judgeLink(
  link: Link,
  sources: readonly RevocationSource[],
  { at, isProven }: SigningTime,
): CertificateRevocation {
  const { certificate } = link;
  const subject = showName(certificate.native.subject);
  const statements = sources.flatMap((source) => ask(source, link));
  const [revoked] = statements
    .filter(({ status }) => status === 'revoked')
    .sort((a, b) => Number(a.revokedAt) - Number(b.revokedAt));
  const revokedAt = revoked?.revokedAt;
  if (revoked && revokedAt && !(isProven && revokedAt > at)) {
    const { source } = revoked;
    return { subject, status: 'revoked', source, revokedAt: revokedAt.toISOString() };
  }
  const good =
    revoked ?? statements.find((one) => one.status === 'good' && counts(one, certificate, at));
  const unanswered = statements.length > 0 ? 'unknown' : 'not_checked';
  const status = good ? 'good' : unanswered;
  const source = good?.source ?? statements[0]?.source ?? null;
  return { subject, status, source, revokedAt: revokedAt?.toISOString() ?? null };
}

/**
 * The revocation of every certificate of a path but its root, the signer's first. A certificate is revoked if its issuer says
 * so in any list or response, however old, unless the signature's time is proven to be earlier.
 */
export function judgeRevocation(
  path: readonly ParsedCertificate[],
  sources: readonly RevocationSource[],
  time: SigningTime,
): CertificateRevocation[] {
  return path.slice(0, -1).flatMap((certificate, index) => {
    const issuer = path[index + 1];
    return issuer ? [judgeLink({ certificate, issuer }, sources, time)] : [];
  });
}

/** The status of a whole path: revoked if one is, good if all are, not checked if the signer's was not. */
export function pathStatus(certificates: readonly CertificateRevocation[]): RevocationStatus {
  const statuses = certificates.map(({ status }) => status);
  if (statuses.includes('revoked')) return 'revoked';
  if (statuses[0] === undefined || statuses[0] === 'not_checked') return 'not_checked';
  return statuses.every((status) => status === 'good') ? 'good' : 'unknown';
}

/** The fault of a path with a revoked certificate. */
export function revocationFault(
  certificates: readonly CertificateRevocation[],
): PathFault | undefined {
  const revoked = certificates.find(({ status }) => status === 'revoked');
  if (revoked === undefined) return undefined;
  const { subject, revokedAt } = revoked;
  const message = `the certificate of ${nameInWords(subject)} was revoked at ${revokedAt}`;
  return { code: 'REVOKED', reason: 'REVOKED', message };
}
