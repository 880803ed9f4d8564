import type { AuditEntry } from '../../../contract/audit-chain.ts';
import type { Document as DocumentView } from '../../../contract/document.ts';
import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { LoggedRequest } from '../../core/accounts/api-request.rules.ts';
import { otherName } from '../../core/compare-names.rules.ts';
import type { Document, Signer } from '../../core/documents/document.rules.ts';
import { documentState, nextSigner } from '../../core/documents/document-states.rules.ts';
import { describeForSender } from '../../core/evidence/audit.rules.ts';
import type { DocumentHistory } from '../../core/finding/read-history.ts';
import { HISTORY_LIMIT } from '../../core/finding/read-history.ts';
import { hasEnded } from '../../core/links/links.rules.ts';
import { may } from '../../core/permissions.rules.ts';
import { CAUSES, failureIn, MENDERS } from '../../core/signing/causes.rules.ts';
import { remarks, whoOf } from '../pages/signing/signer-list.ts';
import { EN } from '../pages/words/en.ts';
import { REQUESTS, requestTable } from './account/request-pages.ts';
import type { DashboardPage } from './dashboard-shell.ts';
import { timeOf } from './dashboard-shell.ts';
import { documentPath, stateBadge } from './document-paths.ts';
import { buttonForm } from './form.ts';
import { outboxCards } from './outbox-cards.ts';
import type { MemberVisit } from './visit.ts';
import { WORDS } from './words/dashboard.words.ts';

const signerWords = WORDS.documents.signers;

function progressOf(document: Document, signer: Signer): Insert {
  const { signedAt, declinedAt, declineReason, openedAt } = signer;
  if (signedAt) return signerWords.signed(timeOf(signedAt));
  if (declinedAt) {
    const reason =
      declineReason && signerWords.reason(html`<span dir="auto">${declineReason}</span>`);
    return html`${signerWords.declined(timeOf(declinedAt))}${reason}`;
  }
  if (document.status === 'PENDING') return signerWords.notAsked;
  const opened = openedAt ? signerWords.opened(timeOf(openedAt)) : signerWords.notOpened;
  if (document.status !== 'SENT' || !nextSigner(document)) return signerWords.didNotSign(opened);
  const isNext = nextSigner(document)?.signerId === signer.signerId;
  return isNext ? signerWords.next(opened) : signerWords.later(opened);
}

function markOf({ signedAt, declinedAt, signingOrder }: Signer): string | number {
  if (signedAt) return '✓';
  return declinedAt ? '✕' : signingOrder;
}

function classOf({ signedAt, declinedAt }: Signer): string {
  if (signedAt) return 'is-signed';
  return declinedAt ? 'is-declined' : 'is-later';
}

const ENGLISH = { words: EN };

/** With the name in their certificate, if it differs. */
const shownSigner = (signer: Signer) => {
  const { name, signedAt } = signer;
  return { name, otherName: signedAt && otherName(signer), sharedWith: null };
};

/** A sentence for each signature by someone other than the invited person. */
const signedByOthers = ({ signers }: Document): Insert =>
  signers
    .map(shownSigner)
    .filter(({ otherName }) => otherName?.fit === 'mismatch')
    .map((one) => html`<p class="alert">${EN.people.signedBy(whoOf(one, ENGLISH))}</p>`);

function signerItem(document: Document, signer: Signer): Html {
  const shown = shownSigner(signer);
  return html`<li class="${classOf(signer)}"><span class="mark" aria-hidden="true">${markOf(signer)}</span> <span><span class="who">${whoOf(shown, ENGLISH)}</span> <span class="when">${signer.email} · ${signer.phone}</span> <span class="when">${progressOf(document, signer)}</span>${remarks(shown, ENGLISH)}</span></li>
`;
}

function signersCard(document: Document): Html {
  const { signers } = document;
  const list = html`<ol class="people">${signers.map((signer) => signerItem(document, signer))}</ol>`;
  return html`<section class="card"><h2>${signerWords.heading}</h2>
${signers.length > 0 ? list : html`<p>${signerWords.none}</p>`}</section>
`;
}

const ofTimeline = WORDS.documents.timeline;

/** Empty for signers' and the service's actions, and for unknown members. */
function actorOf({ actor }: AuditEntry, userId: string): string {
  if (actor === `member:${userId}`) return ofTimeline.byYou;
  return actor.startsWith('member:') ? ofTimeline.byMember : '';
}

/** What the signer saw, what to tell them, and who can mend it. */
function causeOf(entry: AuditEntry, nameOf: (id: string) => string | undefined): Insert {
  const failure = failureIn(entry);
  if (!failure) return null;
  const shown = EN.failures[failure];
  const saw =
    typeof shown === 'function' ? shown(nameOf(String(entry.data.signerId)) ?? '') : shown;
  const { say, mender } = CAUSES[failure];
  return html` <span class="when">${ofTimeline.saw(saw)}</span> <span class="when">${ofTimeline.say(say)} ${ofTimeline.mender(MENDERS[mender])}</span>`;
}

/** Oldest first, in the audit trail's words. */
function timelineCard(
  { document, trail }: Pick<DocumentHistory, 'document' | 'trail'>,
  userId: string,
): Html {
  const nameOf = (id: string) => document.signers.find(({ signerId }) => signerId === id)?.name;
  const itemOf = (entry: AuditEntry) =>
    html`<li>${timeOf(new Date(entry.at))} <span dir="auto">${describeForSender(entry, nameOf)}${actorOf(entry, userId)}</span>${causeOf(entry, nameOf)}</li>
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

function actions(visit: MemberVisit, document: Document): Html | null {
  if (document.status === 'PENDING' && may(visit.role, 'documents.send')) {
    const path = documentPath(document.documentId, '/draft');
    return html`<p class="actions"><a class="button" href="${path}">${WORDS.drafts.draft.continue}</a></p>`;
  }
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
  visit: MemberVisit,
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
