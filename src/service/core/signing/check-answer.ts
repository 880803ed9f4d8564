import { X509Certificate } from 'node:crypto';
import type { CheckedCms } from '../../../pdf/cms/check-cms.ts';
import { checkCms } from '../../../pdf/cms/check-cms.ts';
import type { CmsErrorCode } from '../../../pdf/pdf-errors.ts';
import { CmsError } from '../../../pdf/pdf-errors.ts';
import type { GatewayAnswer } from '../../ports/signing-gateway.ts';
import type { AtGateway } from '../deps.ts';
import { NotEmbedded } from './not-embedded.ts';
import type { SignatureAttempt } from './signature.rules.ts';

export type SignedAnswer = Extract<GatewayAnswer, { outcome: 'signed' }>;

/** Other codes mean a bad signature. */
const CMS_REASONS: Readonly<Partial<Record<CmsErrorCode, string>>> = {
  CMS_DIGEST: 'hash_mismatch',
  CERT_TIME: 'untrusted_certificate',
  WRONG_USE: 'untrusted_certificate',
  NO_ROOT: 'untrusted_certificate',
  UNTRUSTED: 'untrusted_certificate',
  REVOKED: 'untrusted_certificate',
};

interface AnswerCheck {
  readonly attempt: SignatureAttempt;
  /** From the answer, DER. */
  readonly certificate: Buffer;
  /** When the certificates had to be valid. */
  readonly at: Date;
  /** Fetched lists, DER. */
  readonly crls?: readonly Buffer[];
}

const certificatesOf = (ders: readonly Buffer[]): X509Certificate[] =>
  ders.map((der) => new X509Certificate(der));

/** @throws {NotEmbedded} when the CMS doesn't match its attempt */
export function checkAnswer(
  { gateway }: AtGateway,
  cms: Buffer,
  { attempt, certificate, at, crls = [] }: AnswerCheck,
): CheckedCms {
  try {
    const checked = checkCms(cms, {
      sha256: attempt.inputHash,
      roots: certificatesOf(gateway.roots),
      at,
      given: certificatesOf([certificate, ...gateway.chain]),
      crls,
      needEss: gateway.subFilter === 'ETSI.CAdES.detached',
    });
    if (checked.signer.certificate.raw.equals(certificate)) return checked;
    throw new NotEmbedded('bad_signature');
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    throw new NotEmbedded(CMS_REASONS[error.code] ?? 'bad_signature');
  }
}
