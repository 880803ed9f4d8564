import type { ParsedCertificate } from '../parsed-certificate.ts';

export interface Statement {
  readonly source: 'crl' | 'ocsp';
  /** `unknown`: the responder doesn't know the certificate, or the CRL covers only a part. */
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt?: Date;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
}

export interface Link {
  readonly certificate: ParsedCertificate;
  readonly issuer: ParsedCertificate;
}

/** A parsed source. Its signature is checked when it is asked. */
export interface RevocationSource {
  /** Undefined if it is not about the certificate, or not from its issuer. */
  ask(link: Link): Statement | undefined;
}
