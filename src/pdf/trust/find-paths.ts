import type { X509Certificate } from '../../platform/crypto.ts';
import { authorityKeyId, subjectKeyId } from './certificate-extensions.ts';
import type { PathFault } from './fault.ts';
import { subjectOf, untrusted } from './fault.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';
import { parsedOrNot } from './parsed-certificate.ts';
import { hasAcceptedAlgorithm, isSignedObjectBy } from './signed-object.ts';

/** A path to a trusted root, or why the search ended before one. */
export type Way = { readonly path: readonly ParsedCertificate[] } | { readonly fault: PathFault };

/** Including the signer's certificate and the root. */
const MAX_DEPTH = 6;
/** Most issuers tried, so that sets made to be slow end as untrusted. */
const MAX_TRIALS = 200;

function bySubject(certificates: readonly X509Certificate[]): Map<string, ParsedCertificate[]> {
  const found = new Map<string, ParsedCertificate[]>();
  const seen = new Set<string>();
  for (const certificate of certificates) {
    const key = certificate.fingerprint256;
    const parsed = seen.has(key) ? undefined : parsedOrNot(certificate);
    seen.add(key);
    if (parsed === undefined) continue;
    const subject = parsed.subject.toString('hex');
    const others = found.get(subject);
    if (others) others.push(parsed);
    else found.set(subject, [parsed]);
  }
  return found;
}

/** Key ids exclude an issuer only if both have one. Malformed certificates issued nothing. */
function mayHaveIssued(issuer: ParsedCertificate, { extensions }: ParsedCertificate): boolean {
  try {
    const named = authorityKeyId(extensions);
    const own = subjectKeyId(issuer.extensions);
    return named === undefined || own === undefined || named.equals(own);
  } catch {
    return false;
  }
}

function signatureFault(
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
): PathFault | undefined {
  const name = subjectOf(certificate);
  if (!hasAcceptedAlgorithm(certificate.signed)) {
    const message = `the certificate of ${name} is signed with an algorithm that is not accepted`;
    return untrusted('ALGORITHM', message);
  }
  return isSignedObjectBy(certificate.signed, issuer.native)
    ? undefined
    : untrusted('SIGNATURE', `${subjectOf(issuer)} did not sign the certificate of ${name}`);
}

interface KnownCertificates {
  readonly bySubject: ReadonlyMap<string, readonly ParsedCertificate[]>;
  readonly anchors: ReadonlySet<string>;
  trials: number;
}

type Path = readonly ParsedCertificate[];

function issuersOf(
  known: KnownCertificates,
  path: Path,
  last: ParsedCertificate,
): ParsedCertificate[] {
  const candidates = known.bySubject.get(last.issuer.toString('hex')) ?? [];
  return candidates.filter((issuer) => !path.includes(issuer) && mayHaveIssued(issuer, last));
}

function deadEnd(path: Path, issuers: number): PathFault | undefined {
  if (issuers === 0) {
    return untrusted('NO_ISSUER', 'the certificate does not lead to a trusted root');
  }
  if (path.length < MAX_DEPTH) return undefined;
  return untrusted('TOO_DEEP', `the path has more than ${MAX_DEPTH} certificates`);
}

function* climb(known: KnownCertificates, path: Path, last: ParsedCertificate): Generator<Way> {
  if (known.anchors.has(last.native.fingerprint256)) return yield { path };
  const issuers = issuersOf(known, path, last);
  const end = deadEnd(path, issuers.length);
  if (end) return yield { fault: end };
  for (const issuer of issuers) {
    known.trials += 1;
    if (known.trials > MAX_TRIALS) {
      return yield { fault: untrusted('TOO_MANY', 'too many certificates claim to be an issuer') };
    }
    const fault = signatureFault(last, issuer);
    if (fault) yield { fault };
    else yield* climb(known, [...path, issuer], issuer);
  }
}

/** Every way up by name, key identifier and signature, trusted issuers first. Work is bounded. */
export function waysFrom(
  leaf: ParsedCertificate,
  roots: readonly X509Certificate[],
  intermediates: readonly X509Certificate[],
): Generator<Way> {
  const anchors = new Set(roots.map(({ fingerprint256 }) => fingerprint256));
  const known = { bySubject: bySubject([...roots, ...intermediates]), anchors, trials: 0 };
  return climb(known, [leaf], leaf);
}
