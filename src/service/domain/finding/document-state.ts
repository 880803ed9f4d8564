import type { DocumentStatus } from '../../../contract/document.ts';

/** The states that a sender tells documents apart by. To the API, those that are declined or withdrawn are SENT like those that wait. */
export const DOCUMENT_STATES = ['waiting', 'completed', 'declined', 'withdrawn', 'draft'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Facts that decide a document's state. */
interface Stateful {
  readonly status: DocumentStatus;
  readonly withdrawnAt: Date | null;
  readonly signers: readonly { readonly declinedAt: Date | null }[];
}

/** The state of a document, as a sender sees it. */
export function documentState({ status, withdrawnAt, signers }: Stateful): DocumentState {
  if (status === 'PENDING') return 'draft';
  if (status === 'COMPLETED') return 'completed';
  // CANCELLED is never produced.
  if (status === 'CANCELLED' || withdrawnAt !== null) return 'withdrawn';
  return signers.some(({ declinedAt }) => declinedAt !== null) ? 'declined' : 'waiting';
}
