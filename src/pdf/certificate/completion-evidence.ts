import type { AuditEntry } from '../../contract/audit-chain.ts';

/** The attachment with the evidence. */
export const EVIDENCE_FILE = 'evidence.json';

/** The attachment with the chained audit trail, one entry per line. */
export const AUDIT_FILE = 'audit.jsonl';

/** The version of the attachments' format. */
export const EVIDENCE_FORMAT = 1;

/** An entry of the audit trail with a description for people. */
export interface AuditRow extends AuditEntry {
  readonly description: string;
}

interface EvidenceCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string;
  readonly validFrom: string;
  readonly validTo: string;
}

/** One signer's part in the document. */
export interface EvidenceSigner {
  readonly order: number;
  readonly name: string;
  readonly email: string;
  /** All but the last four digits hidden. */
  readonly phone: string;
  readonly openedAt: string | null;
  readonly consentedAt: string | null;
  readonly signedAt: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The name in the certificate. */
  readonly commonName: string;
  /** How `name`, by which the signer was invited, fits it; null for signatures older than this comparison. */
  readonly nameFit: 'match' | 'partial' | 'mismatch' | 'not_comparable' | null;
  /** The version of the rules of that comparison. */
  readonly nameRules: number | null;
  /** Signing orders of other signers for whom the same identity had signed before. */
  readonly identitySharedWith: readonly number[];
  readonly certificate: EvidenceCertificate;
  /** How the signer was authenticated, such as by OTP. */
  readonly authentication?: string | undefined;
  /** SHA-256 of the signed bytes. */
  readonly inputHash: string;
  readonly cmsSha256: string;
  readonly field: string;
  /** The pages that show the signature, from 1. */
  readonly pages: readonly number[];
  /** SHA-256 of the file right after this signature. */
  readonly revisionSha256: string;
}

/** Downloads of the signed PDF with the links of one holder. */
interface EvidenceDownload {
  /** The signer's place in the signing order; null for links of the sender. */
  readonly signer: number | null;
  readonly count: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** The contents of a completion certificate: times are ISO 8601 in UTC, hashes are 64 hexadecimal digits. */
export interface CompletionEvidence {
  readonly certificateId: string;
  readonly generatedAt: string;
  readonly document: {
    readonly id: string;
    readonly name: string;
    readonly pages: number;
    /** The page that was appended for signatures, from 1; absent if none was. */
    readonly signaturePage?: number | undefined;
    readonly bytes: number;
    readonly originalSha256: string;
    readonly preparedSha256: string;
    readonly finalSha256: string;
    /** How long the proof in the signed file lasts, such as `PAdES B-LTA`, as found at completion; null if not found. */
    readonly level: string | null;
    readonly createdAt: string;
    readonly sentAt: string;
    readonly completedAt: string;
    /** The name of the sender. */
    readonly account: string;
  };
  readonly service: {
    readonly name: string;
    readonly version: string;
    readonly baseUrl: string;
    /** Marks every page as TEST. */
    readonly sandbox: boolean;
  };
  readonly signers: readonly EvidenceSigner[];
  /** Downloads of the signed PDF before the certificate was made. The trail names the first one of each holder. */
  readonly downloads: readonly EvidenceDownload[];
  readonly audit: readonly AuditRow[];
}

/** The same without its audit trail. */
export type CertificateFacts = Omit<CompletionEvidence, 'audit'>;
