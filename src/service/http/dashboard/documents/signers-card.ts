import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Document, Signer } from '../../../domain/documents/document.ts';
import { nextSigner } from '../../../domain/documents/document-states.ts';
import { timeOf } from '../time.ts';

/** How far a signer is, in words. */
function progressOf(document: Document, signer: Signer): Html {
  const { signedAt, declinedAt, declineReason, openedAt } = signer;
  if (signedAt) return html`Signed ${timeOf(signedAt)}`;
  if (declinedAt) {
    const reason = declineReason ? html`: “<span dir="auto">${declineReason}</span>”` : '';
    return html`Declined ${timeOf(declinedAt)}${reason}`;
  }
  if (document.status === 'PENDING') return html`Not asked yet`;
  const opened = openedAt ? html`Opened the link ${timeOf(openedAt)}` : html`Link not opened yet`;
  if (document.status !== 'SENT' || !nextSigner(document)) return html`Did not sign. ${opened}`;
  const isNext = nextSigner(document)?.signerId === signer.signerId;
  return html`${isNext ? 'Is to sign now' : 'Signs later'}. ${opened}`;
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
  return html`<section class="card"><h2>Signers</h2>
${signers.length > 0 ? list : html`<p>It has no signers yet.</p>`}</section>
`;
}
