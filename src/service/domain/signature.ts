/** Where a signature stands between the service and the certifying authority. */
type SignatureState = 'at_gateway' | 'returned' | 'embedded' | 'failed' | 'expired' | 'stale';

/** One attempt of a signer to sign: a prepared revision with a hole for the CMS, and its hash at the gateway. */
export interface SignatureAttempt {
  /** Identifies the attempt at the gateway; unique. */
  readonly txn: string;
  readonly documentId: string;
  readonly signerId: string;
  readonly state: SignatureState;
  /** SHA-256 of the revision that the hole was appended to. */
  readonly baseSha256: string;
  /** SHA-256 of the prepared revision's byte range: what the authority signs. */
  readonly inputHash: string;
  /** The prepared revision in the file store. */
  readonly preparedKey: string;
  /** Where /Contents begins in it, in bytes, and how many bytes of CMS fit. */
  readonly contentsAt: number;
  readonly reserve: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The authority's answer as it came, once it came; evidence, and what an interrupted embedding resumes from. */
  readonly answer: Buffer | null;
  /** Why it failed, when it did. */
  readonly reason: string | null;
  /** How often the service itself failed to embed it. */
  readonly failures: number;
}

/** Key of the revision that an attempt becomes. */
export const revisionKey = ({
  documentId,
  txn,
}: Pick<SignatureAttempt, 'documentId' | 'txn'>): string =>
  `documents/${documentId}/signed-${txn}.pdf`;

/** Name of a signer's field in the PDF: of fixed width, since validators confuse names that begin alike. */
export const fieldName = (signingOrder: number): string =>
  `esign_${String(signingOrder).padStart(2, '0')}`;
