import type { X509Certificate } from 'node:crypto';
import { keySha256Of } from '../cms/certificates.ts';
import type { SignatureVerdict } from './judge-signature.ts';

/** A key that is known to seal a service's completion certificates, and from when to when. */
export interface SealPin {
  /** SHA-256 of the public key (SubjectPublicKeyInfo, RFC 5280, 4.1.2.7), 64 hexadecimal digits. */
  readonly keySha256: string;
  /** ISO 8601. */
  readonly notBefore: string;
  readonly notAfter: string;
}

/** The pin of a service's certificate: its key, as long as the certificate is valid. */
export function pinOf(certificate: X509Certificate): SealPin {
  return {
    keySha256: keySha256Of(certificate),
    notBefore: new Date(certificate.validFrom).toISOString(),
    notAfter: new Date(certificate.validTo).toISOString(),
  };
}

const UNKNOWN = {
  code: 'SEAL_UNKNOWN',
  message: 'the certificate is not sealed with a key known to be the service’s',
};

/**
 * Judges a valid seal by its key alone: anybody with a certificate under a trusted root could make another. The time is the
 * proven one, else the one that the seal claims.
 */
export function judgeSeal(seal: SignatureVerdict, pins: readonly SealPin[]): SignatureVerdict {
  if (!seal.valid) return seal;
  const at = Date.parse(seal.timestampedAt ?? seal.claimedAt ?? '');
  const isPinned = pins.some(
    ({ keySha256, notBefore, notAfter }) =>
      keySha256 === seal.signer?.keySha256 &&
      at >= Date.parse(notBefore) &&
      at <= Date.parse(notAfter),
  );
  const { problem: _, ...rest } = { ...seal, root: null };
  return isPinned
    ? { ...rest, trusted: true, identity: 'SEALED' }
    : { ...rest, trusted: false, identity: 'SEAL_UNKNOWN', problem: UNKNOWN };
}
