import type { AuditEntry, AuditEntryV1 } from '../../contract/audit-chain.ts';
import type { EarlierSignature } from '../admission/earlier.ts';
import type { RevocationStatus } from '../trust/revocation/revocation.ts';

export const EVIDENCE_FILE = 'evidence.json';

/** The attached audit trail, one entry per line. */
export const AUDIT_FILE = 'audit.jsonl';

export const EVIDENCE_FORMAT = 2;

export interface AuditRow extends Omit<AuditEntryV1, 'v' | 'data'> {
  readonly description: string;
  /** The signing order of the signer it is about, if any. */
  readonly signer?: number | undefined;
  readonly entry: AuditEntry;
}

/** The draft of the certificate that Indian courts ask for with electronic records. */
export const COURT_DRAFT_FILE = 'bsa-63-4-draft.pdf';

/** `fingerprint`: SHA-256 of the DER encoding, 64 hexadecimal digits. */
export interface NamedCertificate {
  readonly subject: string;
  readonly fingerprint: string;
}

/** Absent parts were not recorded when the signature was made. */
interface EvidenceCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  /** SHA-256, 64 hexadecimal digits. */
  readonly fingerprint: string;
  readonly validFrom: string;
  readonly validTo: string;
  /** Object identifiers. */
  readonly policies?: readonly string[] | undefined;
  /** The root of its path when the signature was embedded. */
  readonly root?: NamedCertificate | undefined;
  /** Of the certificate and its issuers, when the signature was embedded. */
  readonly revocation?: RevocationStatus | undefined;
}

/** Consent, and how the signer viewed the document before it, as their browser reported. */
interface EvidenceConsent {
  readonly version: number;
  readonly language: string;
  /** Of the text with all names filled in. */
  readonly sha256: string;
  readonly read: 'pages' | 'pdf' | 'declared';
}

interface EvidenceAuthentication {
  /** By the authority's clock. */
  readonly at: string;
  readonly responseCode: string | null;
}

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
  /** Values that were erased from the audit trail, such as `ip`. They read as `erased (hash …)`. */
  readonly erased?: readonly string[] | undefined;
  readonly commonName: string;
  /** How `name`, from the invitation, compares; null for signatures older than the comparison. */
  readonly nameFit: 'match' | 'partial' | 'mismatch' | 'not_comparable' | null;
  readonly nameRules: number | null;
  /** Signing orders of other signers for whom the same identity signed before. */
  readonly identitySharedWith: readonly number[];
  readonly certificate: EvidenceCertificate;
  /** Requested from the authority, such as a one-time password. */
  readonly authentication?: string | undefined;
  readonly authenticated?: EvidenceAuthentication | undefined;
  readonly consent?: EvidenceConsent | undefined;
  /** Of the signed bytes. */
  readonly inputHash: string;
  readonly cmsSha256: string;
  readonly field: string;
  /** From 1. */
  readonly pages: readonly number[];
  /** Of the file right after this signature. */
  readonly revisionSha256: string;
  readonly claimedAt?: string | undefined;
  /** Checked when it was embedded. */
  readonly timestamp?: { readonly at: string; readonly authority: string } | undefined;
}

/** Downloads of the signed PDF through one holder's links. */
interface EvidenceDownload {
  /** Signing order; null for the sender's links. */
  readonly signer: number | null;
  readonly count: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

interface EvidenceFile {
  readonly name: string;
  readonly description: string;
  readonly sha256: string;
}

/** A completion certificate's contents. Times are ISO 8601 in UTC, hashes 64 hexadecimal digits. */
export interface CompletionEvidence {
  readonly certificateId: string;
  readonly generatedAt: string;
  readonly document: {
    readonly id: string;
    readonly name: string;
    readonly pages: number;
    /** The page appended for signatures, from 1. */
    readonly signaturePage?: number | undefined;
    readonly bytes: number;
    readonly originalSha256: string;
    readonly preparedSha256: string;
    readonly finalSha256: string;
    /** How long the proof lasts at completion, such as `PAdES B-LTA`; null if unknown. */
    readonly level: string | null;
    readonly createdAt: string;
    readonly sentAt: string;
    readonly completedAt: string;
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
  /** Signatures in the PDF when it was uploaded, in order; absent if there were none. */
  readonly earlierSignatures?: readonly EarlierSignature[] | undefined;
  /** Downloads before the certificate was made. The trail names the first one of each holder. */
  readonly downloads: readonly EvidenceDownload[];
  readonly audit: readonly AuditRow[];
  readonly files?: readonly EvidenceFile[] | undefined;
}

export type CertificateFacts = Omit<CompletionEvidence, 'audit' | 'files'>;
