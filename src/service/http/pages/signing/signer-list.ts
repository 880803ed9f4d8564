import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { SigningView } from '../../../use-cases/signatures/open-link.ts';
import type { Reader } from '../language.ts';
import { readableTime } from './readable-time.ts';

type ShownSigner = SigningView['signers'][number];

/** Who signs, in order: who has, and whose turn it is. */
export function signerList({ signers }: SigningView, reader: Reader): Html {
  return html`<section class="card" aria-labelledby="people">
<h2 id="people">${reader.words.people.heading}</h2>
<ol class="people">
${signers.map((signer) => signerItem(signer, reader))}
</ol>
</section>
`;
}

function signerItem(signer: ShownSigner, reader: Reader): Html {
  const { name, signingOrder, signedAt, isYou } = signer;
  const mark = signedAt ? '✓' : signingOrder;
  const you = isYou ? ` ${reader.words.people.you}` : null;
  return html`<li class="${itemClass(signer)}"><span class="mark" aria-hidden="true">${mark}</span> <span><span class="who"><bdi>${name}</bdi>${you}</span> <span class="when">${standing(signer, reader)}</span></span></li>
`;
}

function itemClass({ signedAt, isNext }: ShownSigner): string {
  if (signedAt) return 'is-signed';
  return isNext ? 'is-next' : 'is-later';
}

function standing({ signedAt, isNext, isYou }: ShownSigner, reader: Reader): Html | string {
  const { people } = reader.words;
  if (signedAt) {
    const readable = readableTime(signedAt, reader.language);
    return people.signed(html`<time datetime="${signedAt}">${readable}</time>`);
  }
  if (!isNext) return people.later;
  return isYou ? people.yourTurn : people.theirTurn;
}
