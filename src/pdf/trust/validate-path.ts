import type { X509Certificate } from '../../platform/crypto.ts';
import type { CheckRules, Purpose } from './check-path.ts';
import { certificateFault, pathFault, suits } from './check-path.ts';
import type { PathFault } from './fault.ts';
import { untrusted } from './fault.ts';
import { waysFrom } from './find-paths.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';
import { parseCertificate } from './parsed-certificate.ts';
import type { CertificateRevocation } from './revocation/revocation.ts';
import { judgeRevocation, revocationFault } from './revocation/revocation.ts';
import type { RevocationSource } from './revocation/statement.ts';

export interface PathRules {
  /** A path ends at the first one. */
  readonly roots: readonly X509Certificate[];
  /** Certificates that may be on the path. They are not trusted by themselves. */
  readonly intermediates: readonly X509Certificate[];
  /** When all certificates had to be valid. */
  readonly at: Date;
  /** Default: signing. */
  readonly purpose?: Purpose;
  /** One of these must hold along the path. Default: none is required. */
  readonly policies?: readonly string[];
  /** Default: none. */
  readonly sources?: readonly RevocationSource[];
  /** A trusted timestamp proves `at`, so a later revocation changes nothing. */
  readonly isTimeProven?: boolean;
}

/** A valid path, from the signer's certificate to the root. */
export interface TrustedPath {
  readonly code: 'TRUSTED';
  readonly path: readonly X509Certificate[];
  /** For each certificate except the root. */
  readonly revocation: readonly CertificateRevocation[];
}

export type PathRefusal = PathFault & {
  readonly revocation?: readonly CertificateRevocation[];
};

/** When the first certificate of the path expires. */
export function endOfPath({ path }: TrustedPath): Date {
  return new Date(Math.min(...path.map(({ validTo }) => Date.parse(validTo))));
}

const PURPOSES: Readonly<Record<Purpose, string>> = {
  signing: 'signing documents',
  timestamping: 'timestamping',
};

/** Ranks faults by what they tell: those of whole paths highest, a missing issuer lowest. */
function weightOf({ reason }: PathFault): number {
  const order = ['NO_ISSUER', 'TOO_DEEP', 'TOO_MANY', 'SIGNATURE', 'ALGORITHM'];
  return order.includes(reason) ? order.indexOf(reason) : order.length;
}

function leafFault(leaf: ParsedCertificate, { at, purpose }: CheckRules): PathFault | undefined {
  const fault = certificateFault(leaf, at);
  if (fault?.code === 'CERT_TIME') return fault;
  if (suits(leaf, purpose)) return fault;
  const message = `the certificate was not issued for ${PURPOSES[purpose]}`;
  return { code: 'WRONG_USE', reason: 'WRONG_USE', message };
}

function judgePath(
  path: readonly ParsedCertificate[],
  rules: PathRules & CheckRules,
): TrustedPath | PathRefusal {
  const fault = pathFault(path, rules);
  if (fault) return fault;
  const { at, isTimeProven = false, sources = [] } = rules;
  const revocation = judgeRevocation(path, sources, { at, isProven: isTimeProven });
  const revoked = revocationFault(revocation);
  if (revoked) return { ...revoked, revocation };
  return { code: 'TRUSTED', path: path.map(({ native }) => native), revocation };
}

const MALFORMED: PathRefusal = untrusted('MALFORMED', 'a certificate cannot be read');

function judgeSafely(
  path: readonly ParsedCertificate[],
  rules: PathRules & CheckRules,
): TrustedPath | PathRefusal {
  try {
    return judgePath(path, rules);
  } catch {
    return MALFORMED;
  }
}

function search(leaf: ParsedCertificate, rules: PathRules & CheckRules): TrustedPath | PathRefusal {
  const { roots, intermediates } = rules;
  let refusal: PathRefusal = untrusted(
    'NO_ISSUER',
    'the certificate does not lead to a trusted root',
  );
  for (const way of waysFrom(leaf, roots, intermediates)) {
    const judged = 'fault' in way ? way.fault : judgeSafely(way.path, rules);
    if (judged.code === 'TRUSTED') return judged;
    if (weightOf(judged) > weightOf(refusal)) refusal = judged;
  }
  return refusal;
}

/**
 * Validates a certificate offline (RFC 5280, 6.1) over paths of up to six certificates. Returns the
 * first valid path, else the most telling fault: the certificate's own first, then `NO_ROOT`, then
 * those of its paths. Never throws.
 */
export function validatePath(leaf: X509Certificate, rules: PathRules): TrustedPath | PathRefusal {
  try {
    const { purpose = 'signing', policies = [] } = rules;
    const all = { ...rules, purpose, policies };
    const parsed = parseCertificate(leaf);
    const fault = leafFault(parsed, all);
    if (fault) return fault;
    if (rules.roots.length === 0) {
      return { code: 'NO_ROOT', reason: 'NO_ROOT', message: 'no trusted root was given' };
    }
    return search(parsed, all);
  } catch {
    return MALFORMED;
  }
}
