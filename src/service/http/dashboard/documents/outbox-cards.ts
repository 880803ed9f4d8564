import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Document } from '../../../domain/documents/document.ts';
import { nextSigner } from '../../../domain/documents/document-states.ts';
import type { MailNotice } from '../../../domain/outbox.ts';
import type { DeliverySummary } from '../../../domain/webhooks/delivery.ts';
import type { MailState } from '../../../ports/finding.ts';
import type { DocumentHistory } from '../../../use-cases/finding/read-history.ts';
import { timeOf } from '../time.ts';
import { WEBHOOKS } from '../webhooks/endpoint-words.ts';

/** The mails that are about a document. */
const MAILS: Readonly<Partial<Record<MailNotice['kind'], string>>> = {
  'signing-link': 'Signing link',
  'your-turn': 'Turn to sign',
  reminder: 'Reminder',
  completed: 'Everyone has signed',
  withdrawn: 'Withdrawn',
  declined: 'A signer declined',
};

/** The reason that the outbox notes for a mail that was due, and not needed any more. */
const NOT_NEEDED = 'not_needed';

const tryAt = (nextTryAt: Date | null): Html =>
  nextTryAt ? html`next try ${timeOf(nextTryAt)}` : html`a try is in progress`;

function mailProgress(mail: MailState): Html {
  const { state, endedAt, error, bouncedAt } = mail;
  if (bouncedAt) return html`<strong>came back</strong> ${timeOf(bouncedAt)}`;
  if (state === 'queued') return waitingMail(mail);
  if (state !== 'done') return html`<strong>given up</strong> (${error ?? 'no answer'})`;
  if (error === NOT_NEEDED) return html`was not needed any more`;
  return html`taken by the mail server${endedAt && html` ${timeOf(endedAt)}`}`;
}

const waitingMail = ({ kind, tries, nextTryAt, error }: MailState): Html =>
  tries === 0
    ? html`${kind === 'reminder' ? 'planned for' : 'due'}${nextTryAt && html` ${timeOf(nextTryAt)}`}`
    : html`not taken yet (${error ?? 'no answer'}), ${tryAt(nextTryAt)}`;

function deliveryProgress({ state, lastTry, nextTryAt, tries }: DeliverySummary): Html {
  const last = lastTry?.status ?? lastTry?.error ?? 'no answer';
  if (state === 'done') return html`accepted (${last})`;
  if (state === 'skipped')
    return html`<strong>skipped</strong>: its endpoint was off or too much waited`;
  if (state === 'failed')
    return html`<strong>given up</strong> after ${tries === 1 ? '1 try' : `${tries} tries`} (${last})`;
  return tries === 0 ? html`due` : html`not accepted yet (${last}), ${tryAt(nextTryAt)}`;
}

const card = (title: string, items: readonly Html[], none: Insert): Html =>
  html`<section class="card"><h2>${title}</h2>
${items.length > 0 ? html`<ul class="plain">${items}</ul>` : html`<p>${none}</p>`}</section>
`;

/** A reminder that stays in the outbox until it is due, and will not be sent then. */
function isIdle(document: Document, { kind, state, tries, signerId }: MailState): boolean {
  if (kind !== 'reminder' || state !== 'queued' || tries > 0) return false;
  const signer = document.signers.find((one) => one.signerId === signerId);
  return !nextSigner(document) || signer?.signedAt !== null;
}

/** The mails and the deliveries of a document, and how far each has come. */
export function outboxCards({ document, mails, deliveries }: DocumentHistory): Html {
  const nameOf = (id: string | null) =>
    document.signers.find(({ signerId }) => signerId === id)?.name ?? 'the account';
  const mailItem = (mail: MailState) =>
    html`<li>${MAILS[mail.kind] ?? mail.kind}, to <span dir="auto">${nameOf(mail.signerId)}</span>: ${mailProgress(mail)}</li>
`;
  const deliveryItem = (delivery: DeliverySummary) =>
    html`<li><a href="${WEBHOOKS}/deliveries/${delivery.deliveryId}"><code>${delivery.event}</code></a> to ${new URL(delivery.url).host}: ${deliveryProgress(delivery)}</li>
`;
  return html`${card('Mails', mails.filter((mail) => !isIdle(document, mail)).map(mailItem), 'No mail is due or was sent.')}
${card('Deliveries', deliveries.map(deliveryItem), 'No event of it went to an endpoint.')}`;
}
