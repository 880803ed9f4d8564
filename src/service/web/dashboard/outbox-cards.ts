import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { Document } from '../../core/documents/document.rules.ts';
import { nextSigner } from '../../core/documents/document-states.rules.ts';
import type { DocumentHistory } from '../../core/finding/read-history.ts';
import type { MailNotice } from '../../core/mails/mail-notice.rules.ts';
import type { DeliverySummary } from '../../core/outbox/outbox.rules.ts';
import type { MailState } from '../../store/documents/list-mails.sql.ts';
import { WEBHOOKS } from '../../webhooks/endpoint-forms.page.ts';
import { timeOf } from './dashboard-shell.ts';
import { WORDS } from './words/dashboard.words.ts';

const { inProgress, nextTry, noAnswer, ...words } = WORDS.documents;

/** Only mails about a document. */
const KINDS: Readonly<Partial<Record<MailNotice['kind'], string>>> = words.mails.kinds;

/** Stored as the error of a mail that was no longer needed when due. */
const NOT_NEEDED = 'not_needed';

const tryAt = (nextTryAt: Date | null): Insert =>
  nextTryAt ? nextTry(timeOf(nextTryAt)) : inProgress;

function mailProgress(mail: MailState): Insert {
  const { state, endedAt, error, bouncedAt } = mail;
  const { cameBack, givenUp, notNeeded, taken } = words.mails;
  if (bouncedAt) return cameBack(timeOf(bouncedAt));
  if (state === 'queued') return waitingMail(mail);
  if (state !== 'done') return givenUp(error ?? noAnswer);
  return error === NOT_NEEDED ? notNeeded : taken(endedAt && timeOf(endedAt));
}

function waitingMail({ kind, tries, nextTryAt, error }: MailState): Insert {
  const { due, notTaken, planned } = words.mails;
  if (tries > 0) return notTaken(error ?? noAnswer, tryAt(nextTryAt));
  return (kind === 'reminder' ? planned : due)(nextTryAt && timeOf(nextTryAt));
}

function deliveryProgress({ state, lastTry, nextTryAt, tries }: DeliverySummary): Insert {
  const last = lastTry?.status ?? lastTry?.error ?? noAnswer;
  const { accepted, due, givenUp, notAccepted, skipped } = words.deliveries;
  if (state === 'done') return accepted(last);
  if (state === 'skipped') return skipped;
  if (state === 'failed') return givenUp(tries, last);
  return tries === 0 ? due : notAccepted(last, tryAt(nextTryAt));
}

const card = (
  { heading, none }: { readonly heading: string; readonly none: string },
  items: readonly Html[],
): Html =>
  html`<section class="card"><h2>${heading}</h2>
${items.length > 0 ? html`<ul class="plain">${items}</ul>` : html`<p>${none}</p>`}</section>
`;

/** A reminder still queued that won't be sent when due. */
function isIdle(document: Document, { kind, state, tries, signerId }: MailState): boolean {
  if (kind !== 'reminder' || state !== 'queued' || tries > 0) return false;
  const signer = document.signers.find((one) => one.signerId === signerId);
  return !nextSigner(document) || signer?.signedAt !== null;
}

export function outboxCards({ document, mails, deliveries }: DocumentHistory): Html {
  const nameOf = (id: string | null) =>
    document.signers.find(({ signerId }) => signerId === id)?.name ?? words.mails.account;
  const mailItem = (mail: MailState) =>
    html`<li>${words.mails.item(
      KINDS[mail.kind] ?? mail.kind,
      html`<span dir="auto">${nameOf(mail.signerId)}</span>`,
      mailProgress(mail),
    )}</li>
`;
  const deliveryItem = (delivery: DeliverySummary) =>
    html`<li>${words.deliveries.item(
      html`<a href="${WEBHOOKS}/deliveries/${delivery.deliveryId}"><code>${delivery.event}</code></a>`,
      new URL(delivery.url).host,
      deliveryProgress(delivery),
    )}</li>
`;
  const mailItems = mails.filter((mail) => !isIdle(document, mail)).map(mailItem);
  return html`${card(words.mails, mailItems)}
${card(words.deliveries, deliveries.map(deliveryItem))}`;
}
