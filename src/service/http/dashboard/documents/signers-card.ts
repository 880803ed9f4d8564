import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Document, Signer } from '../../../domain/documents/document.ts';
import { nextSigner } from '../../../domain/documents/document-states.ts';
import { timeOf } from '../time.ts';
import { WORDS } from '../words/words.ts';

const words = WORDS.documents.signers;

/** How far a signer is, in words. */
function progressOf(document: Document, signer: Signer): Insert {
  const { signedAt, declinedAt, declineReason, openedAt } = signer;
  if (signedAt) return words.signed(timeOf(signedAt));
  if (declinedAt) {
    const reason = declineReason && words.reason(html`<span dir="auto">${declineReason}</span>`);
    return html`${words.declined(timeOf(declinedAt))}${reason}`;
  }
  if (document.status === 'PENDING') return words.notAsked;
  const opened = openedAt ? words.opened(timeOf(openedAt)) : words.notOpened;
  if (document.status !== 'SENT' || !nextSigner(document)) return words.didNotSign(opened);
  const isNext = nextSigner(document)?.signerId === signer.signerId;
  return isNext ? words.next(opened) : words.later(opened);
}

function markOf({ signedAt, declinedAt, signingOrder }: Signer): string | number {
  if (signedAt) return '✓';
  return declinedAt ? '✕' : signingOrder;
}

function classOf({ signedAt, declinedAt }: Signer): string {
  if (signedAt) return 'is-signed';
  return declinedAt ? 'is-declined' : 'is-later';
}

const signerItem = (document: Document, signer: Signer): Html =>
  html`<li class="${classOf(signer)}"><span class="mark" aria-hidden="true">${markOf(signer)}</span> <span><span class="who" dir="auto">${signer.name}</span> <span class="when">${signer.email} · ${signer.phone}</span> <span class="when">${progressOf(document, signer)}</span></span></li>
`;

/** The signers of a document in their order, and how far each is. */
export function signersCard(document: Document): Html {
  const { signers } = document;
  const list = html`<ol class="people">${signers.map((signer) => signerItem(document, signer))}</ol>`;
  return html`<section class="card"><h2>${words.heading}</h2>
${signers.length > 0 ? list : html`<p>${words.none}</p>`}</section>
`;
}
