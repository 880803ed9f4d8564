import type { SigningView } from '../../use-cases/signing-view.ts';
import { assetUrl } from './assets.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';
import { signerList } from './signer-list.ts';

/** Seconds after which a page that waits reloads where scripts are off. */
const RELOAD_S = 15;

/** A signer's page, as their link shows it now. */
export interface SignPage {
  readonly view: SigningView;
  /** Path of the signer's own page: forms post to it, polling asks below it. */
  readonly path: string;
  /** What went wrong just now, in words for the signer. */
  readonly problem?: string | undefined;
}

/** What is polled for: it differs as soon as there is something else to show. */
export function progressOf({ state, signers }: SigningView): string {
  return `${state} ${signers.filter(({ signedAt }) => signedAt !== null).length}`;
}

/** The page for a signer, by where their document stands. */
export function signPage(page: SignPage): Page {
  const { view } = page;
  const isFinal = view.state === 'completed';
  return {
    title: `${view.documentName} · ${TITLES[view.state]}`,
    state: page.problem && view.state === 'your-turn' ? 'failed' : view.state,
    isTest: view.isTest,
    content: html`${CARDS[view.state](page)}${signerList(view)}${documentFacts(view)}`,
    head: isFinal || view.state === 'your-turn' ? null : polling(page),
  };
}

const TITLES: Readonly<Record<SigningView['state'], string>> = {
  'your-turn': 'your signature',
  waiting: 'not yet your turn',
  signed: 'signed',
  completed: 'completed',
};

const CARDS: Readonly<Record<SigningView['state'], (page: SignPage) => Html>> = {
  'your-turn': yourTurnCard,
  waiting: waitingCard,
  signed: signedCard,
  completed: completedCard,
};

function polling({ view, path }: SignPage): Html {
  return html`<noscript><meta http-equiv="refresh" content="${RELOAD_S}"></noscript>
<script src="${assetUrl('poll.js')}" defer data-poll data-url="${path}/state" data-seen="${progressOf(view)}"></script>
`;
}

function heading({ documentName, senderName }: SigningView): Html {
  return html`<p class="eyebrow"><bdi>${senderName}</bdi> asks you to sign</p>
<h1 dir="auto">${documentName}</h1>`;
}

const alert = (problem: string | undefined): Html | null =>
  problem ? html`<p class="alert" role="alert">${problem}</p>` : null;

function yourTurnCard({ view, path, problem }: SignPage): Html {
  return html`<section class="card">
${alert(problem)}
${heading(view)}
<p>It is your turn, <bdi>${view.signerName}</bdi>. You sign with a one-time password sent to the mobile number of your national identity record.</p>
<form method="post" action="${path}">
<label class="consent"><input type="checkbox" name="consent" value="yes" required> <span>I agree to sign this document electronically, and that ${view.gatewayName} may issue a certificate in my name for it.</span></label>
<button type="submit">${problem ? 'Try again' : 'Sign'}</button>
</form>
<p class="hint">You enter your identity number at ${view.gatewayName}. It is never sent to us or to the sender.</p>
</section>
`;
}

function waitingCard({ view, problem }: SignPage): Html {
  const next = view.signers.find(({ isNext }) => isNext);
  return html`<section class="card">
${alert(problem)}
<p class="badge">Waiting</p>
${heading(view)}
<p role="status">${next ? html`It is <strong><bdi>${next.name}</bdi></strong>’s turn to sign.` : null} Your turn comes after. This page goes on by itself, and your link stays valid: you can also come back later.</p>
</section>
`;
}

function signedCard({ view }: SignPage): Html {
  const missing = view.signers.filter(({ signedAt }) => signedAt === null).length;
  return html`<section class="card">
<p class="badge good">Signed</p>
<h1 dir="auto">${view.documentName}</h1>
<p role="status">Thank you, <bdi>${view.signerName}</bdi>: your signature is in the document. ${missing === 1 ? 'One more person has' : `${missing} more people have`} to sign; once they have, you can download it here.</p>
</section>
`;
}

function completedCard({ view }: SignPage): Html {
  return html`<section class="card">
<p class="badge good">Completed</p>
<h1 dir="auto">${view.documentName}</h1>
<p role="status">Everybody has signed.</p>
${
  view.downloadUrl
    ? html`<p><a class="button" href="${view.downloadUrl}">Download the signed PDF</a></p>
<p class="hint">The download link works for a few minutes; open this page again for a fresh one.</p>`
    : null
}
</section>
`;
}

function documentFacts({ documentId, pages, sha256 }: SigningView): Html {
  return html`<details class="card"><summary>About the document</summary>
<dl class="facts">
<dt>Pages</dt><dd>${pages}</dd>
<dt>Document</dt><dd><code>${documentId}</code></dd>
<dt>SHA-256</dt><dd><code>${sha256}</code></dd>
</dl>
<p class="hint">The SHA-256 is that of the file as the sender uploaded it.</p>
</details>
`;
}
