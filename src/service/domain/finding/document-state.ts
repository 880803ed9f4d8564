import type { DocumentStatus } from '../../../contract/document.ts';

/** States as senders see them. In the API, declined and withdrawn documents are SENT. */
export const DOCUMENT_STATES = ['waiting', 'completed', 'declined', 'withdrawn', 'draft'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

interface Stateful {
  readonly status: DocumentStatus;
  readonly withdrawnAt: Date | null;
  readonly signers: readonly { readonly declinedAt: Date | null }[];
}

export function documentState({ status, withdrawnAt, signers }: Stateful): DocumentState {
  if (status === 'PENDING') return 'draft';
  if (status === 'COMPLETED') return 'completed';
  // CANCELLED is never produced.
  if (status === 'CANCELLED' || withdrawnAt !== null) return 'withdrawn';
  return signers.some(({ declinedAt }) => declinedAt !== null) ? 'declined' : 'waiting';
}
