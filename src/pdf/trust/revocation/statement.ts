import type { ParsedCertificate } from '../parsed-certificate.ts';

/** The statement of one revocation list or OCSP response about one certificate. */
export interface Statement {
  readonly source: 'crl' | 'ocsp';
  /** `unknown`: the responder does not know the certificate, or the source does not cover it whole. */
  readonly status: 'good' | 'revoked' | 'unknown';
  /** When it was revoked. */
  readonly revokedAt?: Date;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
}

/** A certificate and the issuer above it in a path. */
export interface Link {
  readonly certificate: ParsedCertificate;
  readonly issuer: ParsedCertificate;
}

/** A parsed source of revocation, whose signature is checked when it is asked. */
export interface RevocationSource {
  /** Its statement; undefined if it is not about the certificate, or not from its issuer. */
  ask(link: Link): Statement | undefined;
}
