import { nameInWords, showName } from '../../cms/certificates.ts';
import type { PathFault } from '../fault.ts';
import type { ParsedCertificate } from '../parsed-certificate.ts';
import { readCrl } from './read-crl.ts';
import { readOcsp } from './read-ocsp.ts';
import type { Link, RevocationSource, Statement } from './statement.ts';

export const REVOCATION_STATUSES = ['good', 'revoked', 'unknown', 'not_checked'] as const;

/** `unknown`: the sources don't answer; `not_checked`: none is from its issuer. */
export type RevocationStatus = (typeof REVOCATION_STATUSES)[number];

export interface CertificateRevocation {
  readonly subject: string;
  readonly status: RevocationStatus;
  readonly source: 'crl' | 'ocsp' | null;
  /** ISO 8601 in UTC. If the status is `good`, it is after the signature's proven time. */
  readonly revokedAt: string | null;
}

/** CRLs and OCSP responses, DER, of any origin. */
export interface RevocationFiles {
  readonly crls: readonly Uint8Array[];
  readonly ocsp: readonly Uint8Array[];
}

/** Malformed files are skipped. */
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

/** A signature's time, and whether a trusted party proves it. */
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

/** Later statements count too until `notAfter`, since CRLs drop expired certificates. */
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
 * Judges all certificates on a path except its root, signer first. One is revoked if any statement
 * of its issuer says so, however old, unless the signature's time is proven to be earlier.
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

/** Revoked if one is, good if all are, not checked if the signer's was not. */
export function pathStatus(certificates: readonly CertificateRevocation[]): RevocationStatus {
  const statuses = certificates.map(({ status }) => status);
  if (statuses.includes('revoked')) return 'revoked';
  if (statuses[0] === undefined || statuses[0] === 'not_checked') return 'not_checked';
  return statuses.every((status) => status === 'good') ? 'good' : 'unknown';
}

export function revocationFault(
  certificates: readonly CertificateRevocation[],
): PathFault | undefined {
  const revoked = certificates.find(({ status }) => status === 'revoked');
  if (revoked === undefined) return undefined;
  const { subject, revokedAt } = revoked;
  const message = `the certificate of ${nameInWords(subject)} was revoked at ${revokedAt}`;
  return { code: 'REVOKED', reason: 'REVOKED', message };
}
