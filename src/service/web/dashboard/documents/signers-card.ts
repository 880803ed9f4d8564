import { withoutUnsafe } from '../../../../contract/unsafe-characters.ts';
import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Document, Signer } from '../../../core/documents/document.rules.ts';
import { nextSigner } from '../../../core/documents/document-states.rules.ts';
import type { OtherName } from '../../../core/names/compare-names.rules.ts';
import { otherName } from '../../../core/names/compare-names.rules.ts';
import { timeOf } from '../time.ts';
import { WORDS } from '../words/words.ts';

const words = WORDS.documents.signers;

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

const named = (name: string): Html => html`<bdi>${withoutUnsafe(name)}</bdi>`;

/** Names the actual signer first. */
const bySomebodyElse = (other: OtherName, { name }: Signer): Html =>
  words.invitedAs(named(other.name), named(name));

/** `certified` is the name in the signer's certificate, if it differs. */
function whoOf(signer: Signer): { readonly who: Html; readonly certified?: Html } {
  const other = signer.signedAt && otherName(signer);
  if (!other) return { who: named(signer.name) };
  if (other.fit === 'mismatch') return { who: bySomebodyElse(other, signer) };
  const certified = html` <span class="when">${words.certified(named(other.name))}</span>`;
  return { who: named(signer.name), certified };
}

/** A sentence for each signature by someone other than the invited person. */
export const signedByOthers = ({ signers }: Document): Insert =>
  signers.map((signer) => {
    const other = signer.signedAt && otherName(signer);
    const isElse = other?.fit === 'mismatch';
    return isElse
      ? html`<p class="alert">${words.signedBy(bySomebodyElse(other, signer))}</p>`
      : null;
  });

function signerItem(document: Document, signer: Signer): Html {
  const { who, certified } = whoOf(signer);
  return html`<li class="${classOf(signer)}"><span class="mark" aria-hidden="true">${markOf(signer)}</span> <span><span class="who">${who}</span> <span class="when">${signer.email} · ${signer.phone}</span> <span class="when">${progressOf(document, signer)}</span>${certified}</span></li>
`;
}

export function signersCard(document: Document): Html {
  const { signers } = document;
  const list = html`<ol class="people">${signers.map((signer) => signerItem(document, signer))}</ol>`;
  return html`<section class="card"><h2>${words.heading}</h2>
${signers.length > 0 ? list : html`<p>${words.none}</p>`}</section>
`;
}
