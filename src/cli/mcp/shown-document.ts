import type { Document, DocumentSummary } from '../../contract/document.ts';
import { maskPhone } from '../terminal/mask.ts';

/** A document of a list, and nothing more. */
export function shownSummary({ documentId, name, status, createdAt, signers }: DocumentSummary) {
  const { total, signed } = signers;
  return { documentId, name, status, createdAt, signers: { total, signed } };
}

type Signer = Document['signers'][number];

function shownSigner({ name, email, phone, signingOrder, ...signer }: Signer) {
  const { openedAt, signedAt, hasSigned } = signer;
  return { name, email, phone: maskPhone(phone), signingOrder, openedAt, signedAt, hasSigned };
}

/** A document without links; phone numbers are masked. */
export function shownDocument(document: Document) {
  const { documentId, name, status, createdAt, updatedAt, completedAt } = document;
  const signers = document.signers.map(shownSigner);
  return { documentId, name, status, createdAt, updatedAt, completedAt, signers };
}

/** A document in numbers: no name is in it. */
export function countsOf({ documentId, status, signers }: DocumentSummary): string {
  return `${documentId} ${status}, ${signers.signed} of ${signers.total} signed`;
}
