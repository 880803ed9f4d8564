import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { readableTime } from '../../../../languages/readable-time.ts';
import type { SigningView } from '../../../core/links/signing-view.ts';
import type { LanguageReader } from '../language.ts';
import type { SignPage } from './sign-cards.ts';
import { bdi } from './sign-cards.ts';

type ShownSigner = SigningView['signers'][number];

export function signerList({ view }: SignPage, reader: LanguageReader): Html {
  const { signers, state } = view;
  const { people } = reader.words;
  return html`<section class="card" aria-labelledby="people">
<h2 id="people">${state === 'completed' ? people.signedHeading : people.heading}</h2>
<ol class="people">
${signers.map((signer) => signerItem(signer, state, reader))}
</ol>
${earlierList(view, reader)}</section>
`;
}

/** Who signed before the upload, according to the document's own signatures. */
function earlierList(
  { earlier }: SigningView,
  { language, words: { people } }: LanguageReader,
): Insert {
  if (earlier.length === 0) return null;
  const items = earlier.map(({ name, claimedAt }) => {
    const time = claimedAt === null ? null : timeOf(claimedAt, language);
    return html`<li>${people.earlierName(bdi(name), time)}</li>
`;
  });
  return html`<h3>${people.earlier}</h3>
<ul>
${items}</ul>
<p class="hint">${people.earlierHint}</p>
`;
}

const timeOf = (at: string, language: LanguageReader['language']): Html =>
  html`<time datetime="${at}">${readableTime(language, new Date(at))}</time>`;

function signerItem(
  signer: ShownSigner,
  state: SigningView['state'],
  reader: LanguageReader,
): Html {
  const { signingOrder, signedAt, isYou, hasDeclined } = signer;
  const unsigned = hasDeclined ? '✕' : signingOrder;
  const mark = signedAt ? '✓' : unsigned;
  const you = isYou ? ` ${reader.words.people.you}` : null;
  return html`<li class="${itemClass(signer)}"><span class="mark" aria-hidden="true">${mark}</span> <span><span class="who">${whoOf(signer, reader)}${you}</span> <span class="when">${statusOf(signer, state, reader)}</span>${remarks(signer, reader)}</span></li>
`;
}

/** Names the actual signer first. */
export function whoOf(
  { name, otherName }: Pick<ShownSigner, 'name' | 'otherName'>,
  { words: { people } }: Pick<LanguageReader, 'words'>,
): Insert {
  const isElse = otherName?.fit === 'mismatch';
  return isElse ? people.invitedAs(bdi(otherName.name), bdi(name)) : bdi(name);
}

/** A sentence for each signature by someone other than the invited person. */
export const signedByOthers = ({ signers }: SigningView, reader: LanguageReader): Insert =>
  signers
    .filter(({ otherName }) => otherName?.fit === 'mismatch')
    .map((signer) => html` ${reader.words.people.signedBy(whoOf(signer, reader))}`);

export function remarks(
  { otherName, sharedWith }: Pick<ShownSigner, 'otherName' | 'sharedWith'>,
  { words: { people } }: Pick<LanguageReader, 'words'>,
) {
  const alike = otherName?.fit === 'mismatch' ? null : otherName;
  return [
    alike && people.certified(bdi(alike.name)),
    sharedWith && people.shared(bdi(sharedWith)),
  ].map((remark) => (remark ? html` <span class="when">${remark}</span>` : null));
}

function itemClass({ signedAt, isNext, hasDeclined }: ShownSigner): string {
  if (signedAt) return 'is-signed';
  if (hasDeclined) return 'is-declined';
  return isNext ? 'is-next' : 'is-later';
}

function statusOf(
  { signedAt, isNext, isYou, hasDeclined }: ShownSigner,
  state: SigningView['state'],
  reader: LanguageReader,
): Html | string {
  const { people } = reader.words;
  if (signedAt) {
    return people.signed(timeOf(signedAt, reader.language));
  }
  if (hasDeclined) return people.declined;
  if (state === 'declined') return people.notAsked;
  if (!isNext) return people.later;
  return isYou ? people.yourTurn : people.theirTurn;
}
