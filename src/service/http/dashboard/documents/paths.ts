import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { DocumentState } from '../../../domain/finding/document-state.ts';

/** The page that finds documents. */
export const DOCUMENTS = '/dashboard/documents';

/** Where a document's page is, or something below it. */
export const documentPath = (documentId: string, below = ''): string =>
  `${DOCUMENTS}/${documentId}${below}`;

const SHORT_ID = 8;

/** The beginning of an id, which names the document to commands and in a search. */
export const shortId = (documentId: string): string => documentId.slice(0, SHORT_ID);

/** A document's name, which leads to its page. */
export const documentLink = ({
  documentId,
  name,
}: {
  readonly documentId: string;
  readonly name: string;
}): Html => html`<a href="${documentPath(documentId)}" dir="auto">${name}</a>`;

/** Query of the page that finds documents. */
export interface Sought {
  /** As typed. */
  readonly typed: string;
  readonly state?: DocumentState | undefined;
  readonly before?: string | undefined;
}

/** The address of a search. */
export function searchPath({ typed, state, before }: Sought): string {
  const query = new URLSearchParams();
  if (typed !== '') query.set('q', typed);
  if (state) query.set('state', state);
  if (before !== undefined) query.set('before', before);
  return query.size === 0 ? DOCUMENTS : `${DOCUMENTS}?${query}`;
}
