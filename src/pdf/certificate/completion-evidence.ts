import type { AuditEntry, AuditEntryV1 } from '../../contract/audit-chain.ts';
import type { EarlierSignature } from '../admission/earlier.ts';
import type { RevocationStatus } from '../trust/revocation/revocation.ts';

/** The attachment with the evidence. */
export const EVIDENCE_FILE = 'evidence.json';

/** The attachment with the chained audit trail, one entry per line. */
export const AUDIT_FILE = 'audit.jsonl';

/** The version of the attachments' format. */
export const EVIDENCE_FORMAT = 2;

/** An entry of the audit trail, as the pages show it. */
export interface AuditRow extends Omit<AuditEntryV1, 'v' | 'data'> {
  readonly description: string;
  /** The signing order of the signer that it is about; absent if it is about none. */
  readonly signer?: number | undefined;
  /** The entry as it is chained and attached. */
  readonly entry: AuditEntry;
}

/** The attachment with a draft of the certificate that Indian courts ask for with electronic records. */
export const COURT_DRAFT_FILE = 'bsa-63-4-draft.pdf';

/** A certificate, by its name and the SHA-256 of its DER encoding, 64 hexadecimal digits. */
export interface NamedCertificate {
  readonly subject: string;
  readonly fingerprint: string;
}

/** Parts that are absent were not recorded when the signature was made. */
interface EvidenceCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string;
  readonly validFrom: string;
  readonly validTo: string;
  /** Object identifiers of its policies. */
  readonly policies?: readonly string[] | undefined;
  /** The root that its path led to when the signature was embedded. */
  readonly root?: NamedCertificate | undefined;
  /** The revocation status of it and its issuers when the signature was embedded. */
  readonly revocation?: RevocationStatus | undefined;
}

/** A signer's consent, and their view of the document before it, as their browser reported it. */
interface EvidenceConsent {
  readonly version: number;
  readonly language: string;
  /** SHA-256 of the text with all names filled in. */
  readonly sha256: string;
  readonly read: 'pages' | 'pdf' | 'declared';
}

/** The authority's answer to the request for authentication and signature. */
interface EvidenceAuthentication {
  /** The authority's own time. */
  readonly at: string;
  readonly responseCode: string | null;
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
  /** Which of these values were erased from the audit trail, such as `ip`; absent if none was. They read as `erased (hash …)`. */
  readonly erased?: readonly string[] | undefined;
  /** The name in the certificate. */
  readonly commonName: string;
  /** How `name`, by which the signer was invited, fits it; null for signatures older than this comparison. */
  readonly nameFit: 'match' | 'partial' | 'mismatch' | 'not_comparable' | null;
  /** The version of the rules of that comparison. */
  readonly nameRules: number | null;
  /** Signing orders of other signers for whom the same identity had signed before. */
  readonly identitySharedWith: readonly number[];
  readonly certificate: EvidenceCertificate;
  /** The authentication that the authority was asked for, such as a one-time password. */
  readonly authentication?: string | undefined;
  readonly authenticated?: EvidenceAuthentication | undefined;
  readonly consent?: EvidenceConsent | undefined;
  /** SHA-256 of the signed bytes. */
  readonly inputHash: string;
  readonly cmsSha256: string;
  readonly field: string;
  /** The pages that show the signature, from 1. */
  readonly pages: readonly number[];
  /** SHA-256 of the file right after this signature. */
  readonly revisionSha256: string;
  /** The time that the signature itself claims. */
  readonly claimedAt?: string | undefined;
  /** A timestamp in the signature, checked when it was embedded. */
  readonly timestamp?: { readonly at: string; readonly authority: string } | undefined;
}

/** Downloads of the signed PDF with the links of one holder. */
interface EvidenceDownload {
  /** The signer's place in the signing order; null for links of the sender. */
  readonly signer: number | null;
  readonly count: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** A file that is attached beside the evidence, the trail and the draft for courts. */
interface EvidenceFile {
  readonly name: string;
  readonly description: string;
  readonly sha256: string;
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
  /** Signatures that the PDF had when it was uploaded, in their order; absent if there was none. */
  readonly earlierSignatures?: readonly EarlierSignature[] | undefined;
  /** Downloads of the signed PDF before the certificate was made. The trail names the first one of each holder. */
  readonly downloads: readonly EvidenceDownload[];
  readonly audit: readonly AuditRow[];
  /** Absent if there is none. */
  readonly files?: readonly EvidenceFile[] | undefined;
}

/** The same without its audit trail and files. */
export type CertificateFacts = Omit<CompletionEvidence, 'audit' | 'files'>;
