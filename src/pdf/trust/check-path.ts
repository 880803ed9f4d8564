import { isStrong } from '../cms/algorithms.ts';
import { OID } from '../cms/asn1.ts';
import {
  basicConstraints,
  EXTENSION,
  extendedUsages,
  mayUseKey,
  USAGE,
} from './certificate-extensions.ts';
import type { PathFault } from './fault.ts';
import { subjectOf, untrusted } from './fault.ts';
import { namesAreAllowed } from './name-constraints.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';
import { isSelfIssued } from './parsed-certificate.ts';
import { policiesHold } from './policies.ts';

export type Purpose = 'signing' | 'timestamping';

const ANY_USAGE = '2.5.29.37.0';

const USAGES: Readonly<Record<Purpose, readonly string[]>> = {
  signing: [
    '1.3.6.1.5.5.7.3.36', // id-kp-documentSigning (RFC 9336)
    '1.3.6.1.4.1.311.10.3.12', // document signing, Microsoft
    '1.2.840.113583.1.1.5', // authentic documents, Adobe
    '1.3.6.1.5.5.7.3.4', // emailProtection
    ANY_USAGE,
  ],
  timestamping: [OID.timeStamping, ANY_USAGE],
};

function hasUsage({ extensions }: ParsedCertificate, purpose: Purpose): boolean {
  const usages = extendedUsages(extensions);
  return usages === undefined || usages.some((usage) => USAGES[purpose].includes(usage));
}

/** A timestamping certificate has only that usage, in a critical extension (RFC 3161, 2.3). */
function isForTimestamps({ extensions }: ParsedCertificate): boolean {
  const isCritical = extensions.get(EXTENSION.extendedKeyUsage)?.critical === true;
  return isCritical && extendedUsages(extensions)?.join() === OID.timeStamping;
}

/** Whether a non-CA certificate was issued for a purpose. Throws Error if it is malformed. */
export function suits(certificate: ParsedCertificate, purpose: Purpose): boolean {
  const { extensions } = certificate;
  if (basicConstraints(extensions).ca) return false;
  if (!mayUseKey(extensions, USAGE.digitalSignature | USAGE.nonRepudiation)) return false;
  return purpose === 'signing' ? hasUsage(certificate, purpose) : isForTimestamps(certificate);
}

export interface CheckRules {
  readonly at: Date;
  readonly purpose: Purpose;
  /** One of these must hold along the path. Empty: none is required. */
  readonly policies: readonly string[];
}

const PROCESSED: ReadonlySet<string> = new Set(Object.values(EXTENSION));

function timeFault(certificate: ParsedCertificate, at: Date): PathFault | undefined {
  const { notBefore, notAfter } = certificate;
  if (at >= notBefore && at <= notAfter) return undefined;
  const message = `the certificate of ${subjectOf(certificate)} is only valid from ${notBefore.toISOString()} to ${notAfter.toISOString()}`;
  return { code: 'CERT_TIME', reason: 'CERT_TIME', message };
}

/** Why a certificate cannot be on any path at a time. */
export function certificateFault(certificate: ParsedCertificate, at: Date): PathFault | undefined {
  const name = subjectOf(certificate);
  const late = timeFault(certificate, at);
  if (late) return late;
  if (!isStrong(certificate.native.publicKey)) {
    return untrusted('KEY', `the key of ${name} is too weak, or of a kind that is not accepted`);
  }
  for (const [id, { critical }] of certificate.extensions) {
    if (critical && !PROCESSED.has(id)) {
      const message = `the certificate of ${name} has a critical extension that is not known: ${id}`;
      return untrusted('CRITICAL_EXTENSION', message);
    }
  }
  return undefined;
}

/** `below` counts the authorities under the issuer that are not self-issued (RFC 5280, 6.1.4). */
function issuerFault(
  issuer: ParsedCertificate,
  below: number,
  purpose: Purpose,
): PathFault | undefined {
  const name = subjectOf(issuer);
  const { ca, pathLength } = basicConstraints(issuer.extensions);
  if (!ca) return untrusted('NOT_A_CA', `${name} is not an authority`);
  if (!mayUseKey(issuer.extensions, USAGE.keyCertSign)) {
    return untrusted('NO_CERT_SIGN', `${name} may not issue certificates`);
  }
  if (below > pathLength) {
    return untrusted('PATH_LENGTH', `${name} may not have so many authorities below it`);
  }
  if (hasUsage(issuer, purpose)) return undefined;
  return untrusted('ISSUER_USE', `${name} may not issue certificates for ${purpose}`);
}

function issuersFault(
  issuers: readonly ParsedCertificate[],
  purpose: Purpose,
): PathFault | undefined {
  let below = 0;
  for (const issuer of issuers) {
    const fault = issuerFault(issuer, below, purpose);
    if (fault) return fault;
    if (!isSelfIssued(issuer)) below += 1;
  }
  return undefined;
}

/**
 * Why a signed path, from the signer's certificate to a trusted root, is invalid (RFC 5280, 6.1).
 * The root is judged too, except its own signature and policies. Revocation is not checked here.
 */
export function pathFault(
  path: readonly ParsedCertificate[],
  { at, purpose, policies }: CheckRules,
): PathFault | undefined {
  for (const certificate of path) {
    const fault = certificateFault(certificate, at);
    if (fault) return fault;
  }
  const fault = issuersFault(path.slice(1), purpose);
  if (fault) return fault;
  if (!namesAreAllowed(path)) {
    return untrusted('NAME_CONSTRAINTS', 'an authority may not certify a name on the path');
  }
  if (policiesHold(path, policies)) return undefined;
  const asked = policies.length > 0 ? policies.join(' or ') : 'that its authority demands';
  return untrusted('POLICY', `the certificate was not issued under a policy ${asked}`);
}
