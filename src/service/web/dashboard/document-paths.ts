import type { FastifyRequest } from 'fastify';
import type { EndingKind } from '../../../contract/extensions/names.ts';
import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { REASON_LENGTH } from '../../core/documents/document.rules.ts';
import type { DocumentState } from '../../core/documents/document-states.rules.ts';
import type { Problems } from './form.ts';
import { labelled, pathPart } from './form.ts';
import type { MemberVisit } from './visit.ts';
import { byMember } from './visit.ts';
import { WORDS } from './words/dashboard.words.ts';

const KINDS: Readonly<Record<DocumentState | EndingKind, string>> = {
  draft: '',
  waiting: ' wait',
  completed: ' good',
  declined: ' bad',
  withdrawn: '',
  expired: '',
};

/** With the count of signatures, except for drafts. */
export function stateBadge(
  state: DocumentState | EndingKind,
  signers: readonly { readonly signedAt: Date | null }[],
): Html {
  const { states, progress } = WORDS.documents;
  const signed = signers.filter(({ signedAt }) => signedAt !== null).length;
  const counted = state === 'draft' ? '' : ` ${progress(signed, signers.length)}`;
  return html`<span class="badge${KINDS[state]}">${states[state]}${counted}</span>`;
}

export const DOCUMENTS = '/dashboard/documents';

/** Of a route below `documentPath(':documentId')`. */
export const idOf = (request: FastifyRequest): string => pathPart(request, 'documentId');

export const orderOf = (visit: MemberVisit, request: FastifyRequest) => ({
  documentId: idOf(request),
  origin: byMember(visit, request),
});

export const documentPath = (documentId: string, below = ''): string =>
  `${DOCUMENTS}/${documentId}${below}`;

const SHORT_ID = 8;

/** Names the document in commands and searches. */
export const shortId = (documentId: string): string => documentId.slice(0, SHORT_ID);

/** Longer names may take more than two lines, and are cut there. */
const SHORT_NAME = 60;

/** The whole text in the title where it may be cut. */
export const titled = (text: string): Html | false =>
  text.length > SHORT_NAME && html` title="${text}"`;

export const documentLink = ({
  documentId,
  name,
}: {
  readonly documentId: string;
  readonly name: string;
}): Html => html`<a href="${documentPath(documentId)}" dir="auto"${titled(name)}>${name}</a>`;

/** Why documents are withdrawn: signers see it. */
export const reasonField = (reason: string, problems: Problems): Html =>
  labelled(
    { name: 'reason', label: WORDS.documents.withdrawal.reason, problems },
    (marks) =>
      html`<textarea name="reason" rows="3" maxlength="${REASON_LENGTH}" required dir="auto"${marks}>${reason}</textarea>`,
  );
