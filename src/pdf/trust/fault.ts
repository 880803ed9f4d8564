import { nameInWords } from '../cms/certificates.ts';
import type { CertificateErrorCode } from '../pdf-errors.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';

/** Why a certificate is not trusted. Both codes are stable; the message is for people. */
export interface PathFault {
  readonly code: CertificateErrorCode;
  readonly reason: FaultReason;
  readonly message: string;
}

export type FaultReason =
  | 'NO_ROOT'
  | 'NO_ISSUER'
  | 'TOO_DEEP'
  | 'TOO_MANY'
  | 'MALFORMED'
  | 'TIME_ORDER'
  | 'FUTURE'
  | 'ALGORITHM'
  | 'SIGNATURE'
  | 'KEY'
  | 'CERT_TIME'
  | 'CRITICAL_EXTENSION'
  | 'NOT_A_CA'
  | 'NO_CERT_SIGN'
  | 'PATH_LENGTH'
  | 'ISSUER_USE'
  | 'NAME_CONSTRAINTS'
  | 'POLICY'
  | 'WRONG_USE'
  | 'REVOKED';

export function untrusted(reason: FaultReason, message: string): PathFault {
  return { code: 'UNTRUSTED', reason, message };
}

export function subjectOf({ native }: ParsedCertificate): string {
  return nameInWords(native.subject);
}
