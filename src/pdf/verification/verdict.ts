import type { CertificateSummary } from '../certificate/read-certificate.ts';
import type { SealPin } from '../cms/seal-pin.ts';
import type { Problem } from '../errors.ts';
import type { FieldCount, Finding } from './findings.ts';
import type { Level } from './level.ts';
import type { SignatureVerdict } from './signature-verdict.ts';

/** The verdict on a file: four answers, each by itself, and the findings that they come from. */
export interface PdfVerdict {
  /**
   * Every signature fits the bytes that it covers, and since the first one nothing changed but what the rules permit
   * without a remark. Null if this cannot be judged.
   */
  readonly intact: boolean | null;
  /** Every signer's certificate leads to a trusted root, is for signing documents, and was valid then. */
  readonly identified: boolean;
  /** Every signature field is signed. Null if this cannot be judged. */
  readonly complete: boolean | null;
  /** The document fits its completion certificate. Null: not compared. */
  readonly bound: boolean | null;
  /** All four answers stand; `bound` only if it was asked for. */
  readonly verified: boolean;
  /** The file is intact and complete, no matter who signed it. */
  readonly integrityVerified: boolean;
  /** SHA-256 of the file, 64 hexadecimal digits; empty if it was not read. */
  readonly sha256: string;
  /** SHA-256 of the file up to its last signature, without proof that was added later. */
  readonly signedSha256: string;
  /** SHA-256 of the file as it ended with each revision behind the last signature, in order. */
  readonly laterSha256: readonly string[];
  readonly signatures: readonly SignatureVerdict[];
  /** How long the proof in the file lasts, the lowest of its signatures; null if one is not valid, or there is none. */
  readonly level: Level | null;
  /** When that proof ends, ISO 8601, unless it is renewed before; null if something in the file is not proven now. */
  readonly proofEndsAt: string | null;
  readonly fields: FieldCount;
  /** The findings, most important first. */
  readonly findings: readonly Finding[];
  /** The contents of a completion certificate; undefined for any other PDF. */
  readonly certificate?: CertificateSummary;
  /** The first finding that stands against the file. */
  readonly problem?: Problem;
}

/** A file to verify, with trust anchors and evidence. All but the intermediates, which are as their issuers serve them, are DER. */
export interface VerifyJob {
  readonly kind: 'verify';
  readonly bytes: Uint8Array;
  readonly roots: readonly Uint8Array[];
  readonly intermediates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocsp: readonly Uint8Array[];
  readonly policies: readonly string[];
  readonly seals: readonly SealPin[];
  /** Whether to compare the pages as pictures: not if nobody asks for it, or if they could not be drawn within the limits. */
  readonly pictures: 'compare' | 'not_asked' | 'not_drawn';
}

type Answers = Pick<PdfVerdict, 'intact' | 'identified' | 'complete' | 'bound'>;

/** Combines the four answers into `verified` and `integrityVerified`. */
export function answered(answers: Answers) {
  const { intact, identified, complete, bound } = answers;
  const integrityVerified = intact === true && complete === true && bound !== false;
  return { ...answers, verified: integrityVerified && identified, integrityVerified };
}

const UNSIGNED = {
  ...answered({ intact: null, identified: false, complete: null, bound: null }),
  sha256: '',
  signedSha256: '',
  laterSha256: [],
  signatures: [],
  level: null,
  proofEndsAt: null,
  fields: { signed: 0, total: 0 },
};

/** The verdict on a file whose signatures cannot be judged, or that has none. */
export function unread(problem: Finding): PdfVerdict {
  return { ...UNSIGNED, findings: [problem], problem };
}
