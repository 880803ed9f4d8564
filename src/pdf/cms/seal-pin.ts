import type { X509Certificate } from '../../platform/crypto.ts';
import { createHash } from '../../platform/crypto.ts';

/** A key known to seal a service's completion certificates, and its validity period. */
export interface SealPin {
  /** Of the public key (SubjectPublicKeyInfo, RFC 5280, 4.1.2.7), 64 hexadecimal digits. */
  readonly keySha256: string;
  /** ISO 8601. */
  readonly notBefore: string;
  readonly notAfter: string;
}

/** Of SubjectPublicKeyInfo, 64 hexadecimal digits. */
export function keySha256Of({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

export function pinOf(certificate: X509Certificate): SealPin {
  return {
    keySha256: keySha256Of(certificate),
    notBefore: new Date(certificate.validFrom).toISOString(),
    notAfter: new Date(certificate.validTo).toISOString(),
  };
}
