import { createHash } from 'node:crypto';
import type { Document as DocumentView } from '../../../../contract/document.ts';
import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Document } from '../../../domain/documents/document.ts';
import { nextSigner } from '../../../domain/documents/document-states.ts';
import { hasEnded } from '../../../domain/documents/link-life.ts';
import { documentState } from '../../../domain/finding/document-state.ts';
import { may } from '../../../domain/members/permissions.ts';
import type { DocumentHistory } from '../../../use-cases/finding/read-history.ts';
import { buttonForm } from '../form.ts';
import { REQUESTS } from '../requests/request-pages.ts';
import type { DashboardPage } from '../shell.ts';
import { timeOf } from '../time.ts';
import type { Visit } from '../visit.ts';
import { outboxCards } from './outbox-cards.ts';
import { documentPath } from './paths.ts';
import { signersCard } from './signers-card.ts';
import { stateBadge } from './state-badge.ts';
import { timelineCard } from './timeline-card.ts';

/** Text that differs as soon as the page would show something else. */
export const seenOf = (history: DocumentHistory): string =>
  createHash('sha256').update(JSON.stringify(history)).digest('hex');

/** Why its links do not work, or until when they do. */
function linksOf(document: Document, now: Date): Html | null {
  const { linksUntil } = document;
  if (!linksUntil || !nextSigner(document)) return null;
  return hasEnded(document, now)
    ? html`<p class="alert">Its links ended ${timeOf(linksUntil)}. “Resend link” makes new ones.</p>`
    : html`<p class="hint">Its links work until ${timeOf(linksUntil)}.</p>`;
}

function withdrawal({ withdrawnAt, withdrawalReason }: Document): Html | null {
  return (
    withdrawnAt &&
    html`<p>Withdrawn ${timeOf(withdrawnAt)}: “<span dir="auto">${withdrawalReason}</span>”</p>`
  );
}

const files = ({ documentId }: Document): Html =>
  html`<p class="actions"><a class="button" href="${documentPath(documentId, '/signed.pdf')}">Download signed PDF</a>
<a class="button quiet" href="${documentPath(documentId, '/certificate.pdf')}">Download certificate</a></p>`;

/** What can be done about a document that waits for signatures. */
function actions(visit: Visit, document: Document): Html | null {
  const next = nextSigner(document);
  if (!next) return null;
  const path = documentPath(document.documentId, '/resend');
  const resend = buttonForm(visit, path, { label: 'Resend link', quiet: false });
  return html`${may(visit.role, 'documents.resend') && html`<p>The link goes to <span dir="auto">${next.name}</span>, who is to sign now.</p>${resend}`}
${may(visit.role, 'documents.withdraw') && html`<p><a href="${documentPath(document.documentId, '/withdraw')}">Withdraw…</a></p>`}`;
}

const NOTES: Readonly<Record<string, string>> = {
  resent: 'The mail with the link is queued; under “Mails” you see what becomes of it.',
  withdrawn: 'The document is withdrawn, and mails to its signers are queued.',
};

/** What a document's page shows. */
interface DocumentPageParts {
  readonly history: DocumentHistory;
  /** As the API returns it. */
  readonly view: DocumentView;
  /** What was just done: a key of `NOTES`. */
  readonly done: string;
}

/** The page of a document, which is loaded again when anything on it changes. */
export function documentPage(
  visit: Visit,
  { history, view, done }: DocumentPageParts,
): DashboardPage {
  const { document } = history;
  const { documentId, name, status, createdAt } = document;
  const note = Object.hasOwn(NOTES, done) ? NOTES[done] : undefined;
  const poll = documentPath(documentId, '/state');
  return {
    title: name,
    scripts: ['poll.js'],
    content: html`<div hidden data-poll="${poll}" data-seen="${seenOf(history)}"></div>
${note && html`<p class="note" role="status">${note}</p>`}
<section class="card"><p>${stateBadge(documentState(document), document.signers)}</p>
<p class="hint"><code>${documentId}</code> · created ${timeOf(createdAt)}</p>
${withdrawal(document)}${linksOf(document, visit.now)}${status === 'COMPLETED' && files(document)}${actions(visit, document)}</section>
${signersCard(document)}${outboxCards(history)}${timelineCard(history, visit.user.userId)}
<section class="card"><p><a href="${REQUESTS}?find=${documentId}">API requests about it</a></p>
<details><summary>As the API returns it</summary><pre tabindex="0"><code>${JSON.stringify(view, null, 2)}</code></pre></details></section>`,
  };
}
