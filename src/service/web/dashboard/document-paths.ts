import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { DocumentState } from '../../core/documents/document-states.rules.ts';
import { WORDS } from './words/dashboard.words.ts';

const KINDS: Readonly<Record<DocumentState, string>> = {
  draft: '',
  waiting: ' wait',
  completed: ' good',
  declined: ' bad',
  withdrawn: '',
};

/** With the count of signatures, except for drafts. */
export function stateBadge(
  state: DocumentState,
  signers: readonly { readonly signedAt: Date | null }[],
): Html {
  const { states, progress } = WORDS.documents;
  const signed = signers.filter(({ signedAt }) => signedAt !== null).length;
  const counted = state === 'draft' ? '' : ` ${progress(signed, signers.length)}`;
  return html`<span class="badge${KINDS[state]}">${states[state]}${counted}</span>`;
}

export const DOCUMENTS = '/dashboard/documents';

export const documentPath = (documentId: string, below = ''): string =>
  `${DOCUMENTS}/${documentId}${below}`;

const SHORT_ID = 8;

/** Names the document in commands and searches. */
export const shortId = (documentId: string): string => documentId.slice(0, SHORT_ID);

export const documentLink = ({
  documentId,
  name,
}: {
  readonly documentId: string;
  readonly name: string;
}): Html => html`<a href="${documentPath(documentId)}" dir="auto">${name}</a>`;

export interface Sought {
  readonly typed: string;
  readonly state?: DocumentState | undefined;
  readonly before?: string | undefined;
}

export function searchPath({ typed, state, before }: Sought): string {
  const query = new URLSearchParams();
  if (typed !== '') query.set('q', typed);
  if (state) query.set('state', state);
  if (before !== undefined) query.set('before', before);
  return query.size === 0 ? DOCUMENTS : `${DOCUMENTS}?${query}`;
}
