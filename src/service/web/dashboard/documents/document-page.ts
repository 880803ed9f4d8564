import type { AuditEntry } from '../../../../contract/audit-chain.ts';
import type { Document as DocumentView } from '../../../../contract/document.ts';
import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { LoggedRequest } from '../../../core/accounts/api-request.rules.ts';
import type { Document } from '../../../core/documents/document.rules.ts';
import { nextSigner } from '../../../core/documents/document-states.rules.ts';
import { describeEntry } from '../../../core/evidence/audit.rules.ts';
import { documentState } from '../../../core/finding/document-state.rules.ts';
import type { DocumentHistory } from '../../../core/finding/read-history.ts';
import { HISTORY_LIMIT } from '../../../core/finding/read-history.ts';
import { hasEnded } from '../../../core/links/link-life.rules.ts';
import { may } from '../../../members/permissions.rules.ts';
import { REQUESTS, requestTable } from '../account/request-pages.ts';
import { buttonForm } from '../form.ts';
import type { DashboardPage } from '../shell.ts';
import { timeOf } from '../time.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { outboxCards } from './outbox-cards.ts';
import { documentPath } from './paths.ts';
import { signedByOthers, signersCard } from './signers-card.ts';
import { stateBadge } from './state-badge.ts';

const ofTimeline = WORDS.documents.timeline;

/** Empty for signers' and the service's actions, and for unknown members. */
function actorOf({ actor }: AuditEntry, userId: string): string {
  if (actor === `member:${userId}`) return ofTimeline.byYou;
  return actor.startsWith('member:') ? ofTimeline.byMember : '';
}

/** Oldest first, in the audit trail's words. */
function timelineCard(
  { document, trail }: Pick<DocumentHistory, 'document' | 'trail'>,
  userId: string,
): Html {
  const nameOf = (id: string) => document.signers.find(({ signerId }) => signerId === id)?.name;
  const itemOf = (entry: AuditEntry) =>
    html`<li>${timeOf(new Date(entry.at))} <span dir="auto">${describeEntry(entry, nameOf)}${actorOf(entry, userId)}</span></li>
`;
  const isCut = trail.length === HISTORY_LIMIT;
  return html`<section class="card"><h2>${ofTimeline.heading}</h2>
<ol class="timeline">${trail.map(itemOf)}</ol>${isCut && html`<p class="hint">${ofTimeline.cut(HISTORY_LIMIT)}</p>`}</section>
`;
}

const words = WORDS.documents;

function linksOf(document: Document, now: Date): Html | null {
  const { linksUntil } = document;
  if (!linksUntil || !nextSigner(document)) return null;
  return hasEnded(document, now)
    ? html`<p class="alert">${words.links.ended(timeOf(linksUntil))}</p>`
    : html`<p class="hint">${words.links.until(timeOf(linksUntil))}</p>`;
}

function withdrawal({ withdrawnAt, withdrawalReason }: Document): Html | null {
  const reason = html`<span dir="auto">${withdrawalReason}</span>`;
  return withdrawnAt && html`<p>${words.withdrawn(timeOf(withdrawnAt), reason)}</p>`;
}

const files = ({ documentId }: Document): Html =>
  html`<p class="actions"><a class="button" href="${documentPath(documentId, '/signed.pdf')}">${words.files.signed}</a>
<a class="button quiet" href="${documentPath(documentId, '/certificate.pdf')}">${words.files.certificate}</a></p>`;

function actions(visit: Visit, document: Document): Html | null {
  const next = nextSigner(document);
  if (!next) return null;
  const path = documentPath(document.documentId, '/resend');
  const resend = buttonForm(visit, path, { label: words.resend, quiet: false });
  const name = html`<span dir="auto">${next.name}</span>`;
  return html`${may(visit.role, 'documents.resend') && html`<p>${words.resendTo(name)}</p>${resend}`}
${may(visit.role, 'documents.withdraw') && html`<p><a href="${documentPath(document.documentId, '/withdraw')}">${words.withdraw}</a></p>`}`;
}

const NOTES: Readonly<Record<string, string>> = words.notes;

const requestsCard = ({ documentId }: Document, requests: readonly LoggedRequest[]): Html =>
  html`<section class="card"><h2>${words.requests.heading}</h2>
${requests.length > 0 ? requestTable(requests) : html`<p>${words.requests.none}</p>`}
<p><a href="${REQUESTS}?find=${documentId}">${words.requests.all}</a></p></section>
`;

interface DocumentPageParts {
  readonly history: DocumentHistory;
  readonly requests: readonly LoggedRequest[];
  /** As the API returns it. */
  readonly view: DocumentView;
  /** A key of `NOTES` for the action just done. */
  readonly done: string;
}

/** Reloads when anything on it changes. */
export function documentPage(
  visit: Visit,
  { history, requests, view, done }: DocumentPageParts,
): DashboardPage {
  const { document } = history;
  const { documentId, name, status, createdAt } = document;
  const note = Object.hasOwn(NOTES, done) ? NOTES[done] : undefined;
  return {
    title: name,
    live: history,
    content: html`${note && html`<p class="note" role="status">${note}</p>`}
<section class="card"><p>${stateBadge(documentState(document), document.signers)}</p>
<p class="hint"><code>${documentId}</code> · ${words.created(timeOf(createdAt))}</p>
${signedByOthers(document)}${withdrawal(document)}${linksOf(document, visit.now)}${status === 'COMPLETED' && files(document)}${actions(visit, document)}</section>
${signersCard(document)}${outboxCards(history)}${timelineCard(history, visit.user.userId)}${requestsCard(document, requests)}
<section class="card"><details><summary>${words.asApi}</summary><pre tabindex="0"><code>${JSON.stringify(view, null, 2)}</code></pre></details></section>`,
  };
}
