import type { SigningView } from '../../use-cases/signing-view.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { readableTime } from './readable-time.ts';

type ShownSigner = SigningView['signers'][number];

/** Who signs, in order: who has, and whose turn it is. */
export function signerList({ signers }: SigningView): Html {
  return html`<section class="card" aria-labelledby="people">
<h2 id="people">Who signs</h2>
<ol class="people">
${signers.map(signerItem)}
</ol>
</section>
`;
}

function signerItem(signer: ShownSigner): Html {
  const { name, signingOrder, signedAt, isYou } = signer;
  const mark = signedAt ? '✓' : signingOrder;
  return html`<li class="${itemClass(signer)}"><span class="mark" aria-hidden="true">${mark}</span> <span><span class="who"><bdi>${name}</bdi>${isYou ? ' (you)' : null}</span> <span class="when">${standing(signer)}</span></span></li>
`;
}

function itemClass({ signedAt, isNext }: ShownSigner): string {
  if (signedAt) return 'is-signed';
  return isNext ? 'is-next' : 'is-later';
}

function standing({ signedAt, isNext, isYou }: ShownSigner): Html | string {
  if (signedAt) return html`Signed <time datetime="${signedAt}">${readableTime(signedAt)}</time>`;
  if (!isNext) return 'Signs later';
  return isYou ? 'It is your turn' : 'It is their turn';
}
