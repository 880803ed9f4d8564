import type { DocumentStatus } from '../../../contract/document.ts';
import type { EndingKind } from '../../../contract/extensions/names.ts';
import type { Document } from '../documents/document.rules.ts';
import { hasEnded } from '../links/links.rules.ts';

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

/** How it ended otherwise than by completion. A resend renews the links of an `expired` one. */
export function endingOf(
  document: Stateful & Pick<Document, 'linksUntil'>,
  now: Date,
): EndingKind | undefined {
  const state = documentState(document);
  if (state === 'declined' || state === 'withdrawn') return state;
  return state === 'waiting' && hasEnded(document, now) ? 'expired' : undefined;
}
