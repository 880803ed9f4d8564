import { createHash } from '../../platform/crypto.ts';
import type { CertificateSummary } from '../certificate/read-certificate.ts';
import type { SealPin } from '../cms/certificates.ts';
import type { PdfProblem } from '../pdf-errors.ts';
import type { FieldCount, Finding } from './findings.ts';
import { unreadableFinding } from './findings.ts';
import type { Level } from './judge-all.ts';
import type { SignatureVerdict } from './signature-verdict.ts';

/** Four independent answers about a file, and the findings behind them. */
export interface PdfVerdict {
  /** Every signature fits, and later changes are permitted without remark. Null if not judged. */
  readonly intact: boolean | null;
  /** Every signer's certificate has a trusted root, is for signing, and was valid then. */
  readonly identified: boolean;
  /** Every signature field is signed. Null if this cannot be judged. */
  readonly complete: boolean | null;
  /** The document fits its completion certificate. Null: not compared. */
  readonly bound: boolean | null;
  /** All four answers are positive; `bound` only counts if it was asked for. */
  readonly verified: boolean;
  /** Like `verified`, no matter who signed: `identified` does not count. */
  readonly integrityVerified: boolean;
  /** SHA-256 of the file, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Of the file up to its last signature, without later proof; empty without signatures. */
  readonly signedSha256: string;
  /** SHA-256 of the file at the end of each revision after the last signature, in order. */
  readonly laterSha256: readonly string[];
  readonly signatures: readonly SignatureVerdict[];
  /** The lowest level of its signatures; null if one is not valid, or there is none. */
  readonly level: Level | null;
  /** When its proof ends unless renewed, ISO 8601; null if something is not proven now. */
  readonly proofEndsAt: string | null;
  readonly fields: FieldCount;
  /** Most important first. */
  readonly findings: readonly Finding[];
  /** The contents of a completion certificate; undefined for any other PDF. */
  readonly certificate?: CertificateSummary;
  /** The first finding that counts against the file. */
  readonly problem?: PdfProblem;
}

/** All DER, except the intermediates, which are as their issuers serve them. */
export interface VerifyJob {
  readonly bytes: Uint8Array;
  readonly roots: readonly Uint8Array[];
  readonly intermediates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocsp: readonly Uint8Array[];
  readonly policies: readonly string[];
  readonly seals: readonly SealPin[];
  /** `not_drawn`: the pages could not be drawn within the limits. */
  readonly pictures: 'compare' | 'not_asked' | 'not_drawn';
}

type Answers = Pick<PdfVerdict, 'intact' | 'identified' | 'complete' | 'bound'>;

export function answered(answers: Answers) {
  const { intact, identified, complete, bound } = answers;
  const integrityVerified = intact === true && complete === true && bound !== false;
  return { ...answers, verified: integrityVerified && identified, integrityVerified };
}

const UNSIGNED = {
  ...answered({ intact: null, identified: false, complete: null, bound: null }),
  signedSha256: '',
  laterSha256: [],
  signatures: [],
  level: null,
  proofEndsAt: null,
  fields: { signed: 0, total: 0 },
};

/** The verdict on a file without signatures, or whose signatures cannot be judged. */
export function unread(problem: Finding, file: Uint8Array): PdfVerdict {
  const sha256 = createHash('sha256').update(file).digest('hex');
  return { ...UNSIGNED, sha256, findings: [problem], problem };
}

const REASONS = {
  timeout: 'reading it takes too long',
  memory: 'reading it takes too much memory',
  crash: 'its reader crashed',
} as const;

/** The verdict on a file that stopped its reader. */
export const unreadBy = (kind: keyof typeof REASONS, file: Uint8Array): PdfVerdict =>
  unread(unreadableFinding({ code: kind, message: REASONS[kind] }), file);
