import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { SigningView } from '../../../use-cases/signatures/open-link.ts';
import type { Reader } from '../language.ts';
import type { Words } from '../words/words.ts';
import type { LinkPage } from './link-page.ts';

const bdi = (name: string): Html => html`<bdi>${name}</bdi>`;

/** Who asks, and for what. */
export function heading({ documentName, senderName }: SigningView, words: Words): Html {
  return html`<p class="eyebrow">${words.asks(bdi(senderName))}</p>
<h1 dir="auto">${documentName}</h1>`;
}

/** For whoever opened their link before their turn. */
export function waitingCard({ view }: LinkPage, { words }: Reader): Html {
  const next = view.signers.find(({ isNext }) => isNext);
  return html`<section class="card head">
<p class="badge">${words.waiting.badge}</p>
${heading(view, words)}
<p role="status">${next ? words.waiting.whose(bdi(next.name)) : null} ${words.waiting.after}</p>
</section>
`;
}

/** For whoever has signed while others have not. */
export function signedCard({ view }: LinkPage, { words: { signed } }: Reader): Html {
  const missing = view.signers.filter(({ signedAt }) => signedAt === null).length;
  const said = html`${signed.thanks(bdi(view.signerName))} ${signed.missing(missing)}`;
  return doneCard(view, signed.badge, said);
}

/** For everybody, once all have signed. */
export function completedCard({ view, path }: LinkPage, { words: { completed } }: Reader): Html {
  return doneCard(
    view,
    completed.badge,
    completed.words,
    html`<p><a class="button" href="${path}/download">${completed.download}</a></p>
<p class="hint">${completed.hint}</p>`,
  );
}

function doneCard({ documentName }: SigningView, badge: string, ...[said, more]: Insert[]): Html {
  return html`<section class="card head">
<p class="badge good">${badge}</p>
<h1 dir="auto">${documentName}</h1>
<p role="status">${said}</p>
${more}
</section>
`;
}

/** What happens once the signer goes on, and what if they do not want to. */
export function nextSteps(view: SigningView, { words: { next, decline } }: Reader): Html {
  const own = view.signers.findIndex(({ isYou }) => isYou);
  const after = view.signers[own + 1];
  return html`<section class="card" aria-labelledby="next">
<h2 id="next">${next.heading}</h2>
<ol class="steps">
<li>${next.identity(view.gatewayName)}</li>
<li>${next.code}</li>
<li>${next.back}</li>
<li>${after ? next.other(bdi(after.name)) : next.last}</li>
</ol>
<h2>${decline.heading}</h2>
<p>${decline.words(bdi(view.senderName))}</p>
</section>
`;
}

/** What tells one document from another. */
export function documentFacts(view: SigningView, { words: { about } }: Reader): Html {
  const { documentId, sheets, sha256, senderName } = view;
  return html`<details class="card"><summary>${about.heading}</summary>
<dl class="facts">
<dt>${about.sender}</dt><dd>${bdi(senderName)}</dd>
<dt>${about.pages}</dt><dd>${sheets.length}</dd>
<dt>${about.document}</dt><dd><code>${documentId}</code></dd>
<dt>SHA-256</dt><dd><code>${sha256}</code></dd>
</dl>
<p class="hint">${about.hint}</p>
</details>
`;
}
