import type { Document, DocumentSummary } from '../../contract/document.ts';
import { summaryOf } from '../documents/list-documents.ts';

/** No phone number, no link, and nothing that can change unnoticed. */
export interface KnownSigner {
  readonly name: string;
  readonly email: string | null;
  readonly order: number;
  readonly hasSigned: boolean;
}

export interface KnownDocument {
  readonly row: DocumentSummary;
  /** Undefined until the document was read after its row last changed. */
  readonly signers?: readonly KnownSigner[] | undefined;
  readonly completedAt?: string | null | undefined;
}

export function knownOf(document: Document): KnownDocument {
  const signers = document.signers.map(({ name, email, signingOrder, hasSigned }) => ({
    ...{ name, email, order: signingOrder, hasSigned },
  }));
  return { row: summaryOf(document), signers, completedAt: document.completedAt };
}

/** Signers change only by being added or by signing; both show in the row. */
const stampOf = ({ name, status, signers }: DocumentSummary): string =>
  JSON.stringify([name, status, signers.total, signers.signed]);

/** The entry for a fresh row; keeps the signers only if they fit it. */
export function refreshed(before: KnownDocument | undefined, row: DocumentSummary): KnownDocument {
  if (before && stampOf(before.row) === stampOf(row)) return before;
  return row.signers.total === 0 ? { row, signers: [] } : { row };
}
