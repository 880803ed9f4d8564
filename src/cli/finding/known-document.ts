import type { Document, DocumentSummary } from '../../contract/document.ts';
import { summaryOf } from '../documents/read-summaries.ts';

/** A signer in the index: no phone number, no link, and nothing that can change unnoticed. */
export interface KnownSigner {
  readonly name: string;
  readonly email: string | null;
  readonly order: number;
  readonly hasSigned: boolean;
}

/** A row of the list, and the signers that fit it. */
export interface KnownDocument {
  readonly row: DocumentSummary;
  /** Undefined until the document was read since the row last changed. */
  readonly signers?: readonly KnownSigner[] | undefined;
}

/** The index entry for a document that was read. */
export function knownOf(document: Document): KnownDocument {
  const signers = document.signers.map(({ name, email, signingOrder, hasSigned }) => ({
    ...{ name, email, order: signingOrder, hasSigned },
  }));
  return { row: summaryOf(document), signers };
}

/** Signers change only by being added or by signing, which shows in the row. */
const stampOf = ({ name, status, signers }: DocumentSummary): string =>
  JSON.stringify([name, status, signers.total, signers.signed]);

/** The index entry for a document whose row was just read; keeps the signers only if they fit it. */
export function refreshed(before: KnownDocument | undefined, row: DocumentSummary): KnownDocument {
  if (before && stampOf(before.row) === stampOf(row)) return before;
  return row.signers.total === 0 ? { row, signers: [] } : { row };
}
