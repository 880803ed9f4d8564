import type { AuditEntry } from '../../contract/audit-chain.ts';

/** A line of the audit trail, with what it means for people. */
export interface AuditRow extends AuditEntry {
  readonly description: string;
}

/** A signer's certificate, as the completion certificate tells it. */
interface EvidenceCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string;
  readonly validFrom: string;
  readonly validTo: string;
}

/** One signer's way through the document. */
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
  readonly certificate: EvidenceCertificate;
  /** How the signer proved who they are, such as an OTP. */
  readonly authentication?: string | undefined;
  /** SHA-256 of the bytes that were signed. */
  readonly inputHash: string;
  readonly cmsSha256: string;
  readonly field: string;
  /** The pages that show the signature, from 1. */
  readonly pages: readonly number[];
  /** SHA-256 of the file right after this signature. */
  readonly revisionSha256: string;
}

/**
 * All that a completion certificate says; plain data, times as ISO 8601 in UTC, hashes as 64
 * hexadecimal digits. Equal evidence gives an equal certificate, byte for byte, before its seal.
 */
export interface CompletionEvidence {
  readonly certificateId: string;
  readonly generatedAt: string;
  readonly document: {
    readonly id: string;
    readonly name: string;
    readonly pages: number;
    readonly bytes: number;
    readonly originalSha256: string;
    readonly preparedSha256: string;
    readonly finalSha256: string;
    readonly createdAt: string;
    readonly sentAt: string;
    readonly completedAt: string;
    /** Who sent it, for people. */
    readonly account: string;
  };
  readonly service: {
    readonly name: string;
    readonly version: string;
    readonly baseUrl: string;
    /** True marks every page as TEST. */
    readonly sandbox: boolean;
  };
  readonly signers: readonly EvidenceSigner[];
  readonly audit: readonly AuditRow[];
}
