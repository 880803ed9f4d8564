import type { CertificateErrorCode, PdfProblem } from '../pdf-errors.ts';
import type { CertificateRevocation, RevocationStatus } from '../trust/revocation/revocation.ts';

export interface SignerIdentity {
  readonly commonName: string;
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** SHA-256 of the public key, 64 hexadecimal digits. */
  readonly keySha256: string;
}

/**
 * `NO_TIME`: the signature claims no time. `FUTURE`: it claims a future one. `TIME_ORDER`: it
 * claims one later than its timestamp. A seal is judged by its key.
 */
export type IdentityCode =
  | 'TRUSTED'
  | CertificateErrorCode
  | 'NO_TIME'
  | 'FUTURE'
  | 'TIME_ORDER'
  | 'SEALED'
  | 'SEAL_UNKNOWN';

export interface Revocation {
  readonly status: RevocationStatus;
  /** From the signer's certificate up, without the root; empty if no trusted path was found. */
  readonly certificates: readonly CertificateRevocation[];
}

export interface SignatureVerdict {
  /** A document timestamp covers the file as a signature does, but names no signer. */
  readonly kind: 'signature' | 'timestamp';
  readonly field: string;
  /** `PAdES` signatures bind their certificate (`ETSI.CAdES.detached`); `PKCS7` ones do not. */
  readonly format: 'PAdES' | 'PKCS7';
  /** Null if the signature cannot be read. */
  readonly signer: SignerIdentity | null;
  /** The time that the signer claims, ISO 8601 in UTC. */
  readonly claimedAt: string | null;
  /** The time that a trusted timestamp proves; null without one. */
  readonly timestampedAt: string | null;
  readonly timestampedBy: string | null;
  /** That authority's revocation status when it made the timestamp; null without one. */
  readonly timestampRevocation: RevocationStatus | null;
  /** Why a timestamp in the signature proves nothing. */
  readonly timestampProblem?: PdfProblem;
  /** The certificate's key signed the covered bytes. Null if the kind is unsupported. */
  readonly valid: boolean | null;
  /** Valid, and `identity` is `TRUSTED` or `SEALED`. */
  readonly trusted: boolean;
  /** Null if the signature is not valid. */
  readonly identity: IdentityCode | null;
  /** The trusted root that the certificate leads to. */
  readonly root: string | null;
  readonly revocation: Revocation;
  /**
   * When the first certificate expires that proves its time, ISO 8601: those of the timestamp's
   * authority, or without a timestamp the signer's. Null without a trusted path.
   */
  readonly provenUntil: string | null;
  readonly coversWholeFile: boolean;
  /** The signature's position in the file, from 1. */
  readonly revision: number;
  /** SHA-256 of the CMS, 64 hexadecimal digits; null if it cannot be read. */
  readonly cmsSha256: string | null;
  /** Why the signature is not valid, or why its signer is not trusted. */
  readonly problem?: SignatureProblem;
}

/** `reason` is the rule that decided, a stable code. */
type SignatureProblem = PdfProblem & { readonly reason?: string };

/** Whether a document timestamp has an unsupported kind of token, in its right place. */
export const isUnknownToken = ({ kind, valid, cmsSha256 }: SignatureVerdict): boolean =>
  kind === 'timestamp' && valid === null && cmsSha256 !== null;

/**
 * When a file's proof ends, ISO 8601: later checks find only claims, unless a document timestamp is
 * added before (ETSI EN 319 142-1, 5.4.3). The last trusted document timestamp preserves what is
 * before it. Null if a signer is not trusted now.
 */
export function proofEnd(signatures: readonly SignatureVerdict[]): string | null {
  if (signatures.some(({ kind, trusted }) => kind === 'signature' && !trusted)) return null;
  const last = signatures.findLastIndex(({ kind, trusted }) => kind === 'timestamp' && trusted);
  const ends = signatures.slice(Math.max(last, 0)).flatMap(({ trusted, provenUntil }) => {
    return trusted && provenUntil !== null ? [provenUntil] : [];
  });
  return ends.sort()[0] ?? null;
}
