import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { readableDay, readableTime } from '../../../../languages/readable-time.ts';
import { REASON_LENGTH } from '../../../core/documents/document.rules.ts';
import type { SigningView } from '../../../core/links/signing-view.ts';
import type { GatewayNames } from '../../../core/signing/breaker.rules.ts';
import type { BrowserForm } from '../../../ports/signing-gateway.ts';
import { brandStyle } from '../branding.ts';
import { documentCard } from '../document-card.ts';
import type { LanguageReader } from '../language.ts';
import type { Address, Page } from '../layout.ts';
import { KEPT, nameOfProblem } from './page-problem.ts';
import type { SignPage } from './sign-cards.ts';
import {
  backTo,
  bdi,
  consentCard,
  documentFacts,
  nextSteps,
  senderLine,
  turnCard,
  until,
  waitingCard,
} from './sign-cards.ts';
import { signedByOthers, signerList } from './signer-list.ts';

/** For a signer who has signed before others. */
function signedCard({ view }: SignPage, reader: LanguageReader): Html {
  const { signed } = reader.words;
  const missing = view.signers.filter(({ signedAt }) => signedAt === null).length;
  const status = html`${signed.thanks(bdi(view.signerName))} ${signed.missing(missing)}${signedByOthers(view, reader)}`;
  return doneCard(view, reader, { badge: signed.badge, status, more: receipt(view, reader) });
}

function receipt({ documentName, receipt: own }: SigningView, reader: LanguageReader): Insert {
  if (own === null) return null;
  const { words, language } = reader;
  const time = html`<time datetime="${own.signedAt}">${readableTime(language, new Date(own.signedAt))}</time>`;
  return html`<h2>${words.receipt.heading}</h2>
<dl class="facts">
<dt>${words.receipt.document}</dt><dd dir="auto">${documentName}</dd>
<dt>${words.receipt.signed}</dt><dd>${time}</dd>
<dt>SHA-256</dt><dd><code>${own.sha256}</code></dd>
</dl>
<p class="hint">${words.receipt.hint}</p>`;
}

function completedCard({ view, path }: SignPage, reader: LanguageReader): Html {
  const {
    words: { completed, signed },
    language,
  } = reader;
  const day = view.linkUntil && readableDay(language, new Date(view.linkUntil));
  return doneCard(view, reader, {
    badge: completed.badge,
    status: html`${signed.thanks(bdi(view.signerName))} ${completed.words}${signedByOthers(view, reader)}`,
    more: html`<p><a class="button" href="${path}/download">${completed.download}</a></p>
<p><a class="button quiet" href="${path}/certificate">${completed.certificate}</a></p>
<p class="hint">${completed.hint}${day ? html` ${completed.until(day)}` : null}</p>
${receipt(view, reader)}`,
  });
}

function declinedCard({ view }: SignPage, reader: LanguageReader): Html {
  const { declined } = reader.words;
  const decliner = view.signers.find(({ hasDeclined }) => hasDeclined);
  const isYou = decliner?.isYou ?? false;
  const who = isYou ? declined.you : declined.by(bdi(decliner?.name ?? ''));
  const told = isYou && view.isSenderMailed ? declined.told(bdi(view.senderName)) : null;
  const status = html`${who} ${declined.words} ${told}`;
  return doneCard(view, reader, {
    badge: declined.badge,
    isBad: true,
    status,
    more: receipt(view, reader),
  });
}

interface Done {
  readonly badge: string;
  readonly isBad?: boolean;
  readonly status: Insert;
  readonly more: Insert;
}

function doneCard(
  view: SigningView,
  reader: LanguageReader,
  { badge, isBad, status, more }: Done,
): Html {
  const { words } = reader;
  return html`<section class="card head">
<p class="badge ${isBad ? 'bad' : 'good'}">${badge}</p>
${senderLine(view, words, words.from)}<h1 dir="auto">${view.documentName}</h1>
<p role="status">${status}</p>
${more}
${backTo(view, reader)}</section>
`;
}

function senderLinks({ sender }: SigningView, { words: { pages } }: LanguageReader): Insert {
  const links = [
    { label: pages.help, url: sender.helpUrl },
    { label: pages.privacy, url: sender.privacyUrl },
    { label: pages.terms, url: sender.termsUrl },
  ].filter(({ url }) => url !== null);
  if (links.length === 0) return null;
  return html`<nav class="links" aria-label="${pages.label}">${links.map(
    ({ label, url }) => html`<a href="${url}" target="_blank" rel="noreferrer">${label}</a> `,
  )}</nav>`;
}

/** For the signer whose turn it is: leaving and declining, both folded. */
function laterCard({ view, path }: SignPage, reader: LanguageReader): Html {
  const { words, language } = reader;
  const { later, decline } = words;
  const sender = bdi(view.senderName);
  return html`<section class="card" aria-labelledby="later">
<h2 id="later">${later.heading}</h2>
<details><summary>${later.open}</summary>
<p>${later.words}</p>
${until(view, reader)}${backTo(view, reader)}</details>
<details><summary>${decline.open}</summary>
<form method="post" action="${path}/decline">
<input type="hidden" name="language" value="${language}">
<p>${view.isSenderMailed ? decline.told(sender) : null} ${decline.shown}</p>
<label class="field"><span>${decline.reason}</span> <textarea name="reason" rows="3" maxlength="${REASON_LENGTH}"></textarea></label>
<button type="submit" class="refuse">${decline.button}</button>
</form>
</details>
</section>
`;
}

/** Without scripts, a waiting page reloads after this many seconds. */
const RELOAD_S = 15;

/** In the address: the signer chose the name on their invitation. */
export const INVITED_NAME = 'invited';

/** The polled state: changes whenever the page would. */
export function progressOf({ state, signers }: SigningView): string {
  return `${state} ${signers.filter(({ signedAt }) => signedAt !== null).length}`;
}

/** Whether the page may soon change without the signer. */
const isWaiting = ({ view: { state }, problem }: SignPage): boolean =>
  state === 'waiting' || state === 'signed' || (state === 'your-turn' && problem === KEPT);

export const signPage =
  (page: SignPage) =>
  (reader: LanguageReader): Page => {
    const { view, problem } = page;
    const { documentName, state } = view;
    const waits = isWaiting(page);
    return {
      title: `${documentName} · ${reader.words.titles[state]}`,
      state: problem && state === 'your-turn' ? 'failed' : state,
      isWide: true,
      again: addressOf(page),
      head: html`${brandStyle(view.sender)}${waits ? reloading : null}`,
      scripts: waits ? ['poll.js', 'viewer.js'] : ['viewer.js'],
      footer: senderLinks(view, reader),
      content: html`${waits ? polling(page) : null}${contentOf(page, reader)}`,
    };
  };

/** Keeps a problem and the choice of a name. Never consent: it's given to one language's words. */
function addressOf({ path, problem, isInvitedNameChosen }: SignPage): Address {
  const query = {
    ...(problem && { problem: nameOfProblem(problem) }),
    ...(isInvitedNameChosen && { as: INVITED_NAME }),
  };
  return { path, query };
}

type Card = (page: SignPage, reader: LanguageReader) => Html;

/** The first is shown on top, the others beside the document. */
const CARDS: Readonly<Record<SigningView['state'], readonly [top: Card, ...beside: Card[]]>> = {
  'your-turn': [turnCard, consentCard, signerList, nextSteps, laterCard, documentFacts],
  waiting: [waitingCard, signerList, documentFacts],
  signed: [signedCard, signerList, documentFacts],
  declined: [declinedCard, signerList, documentFacts],
  completed: [completedCard, signerList, documentFacts],
};

/** Reports a refused request; `turnCard` shows its own alert. */
function alertBeside(
  { view, problem }: SignPage,
  { words: { turn } }: LanguageReader,
): Html | null {
  const isTold = problem === 'malformed' || problem === 'too-fast';
  if (view.state === 'your-turn' || !isTold) return null;
  return html`<p class="alert" role="alert">${turn.problems[problem]}</p>
`;
}

function contentOf(page: SignPage, reader: LanguageReader): Html {
  const [top, ...beside] = CARDS[page.view.state];
  return html`${alertBeside(page, reader)}${top(page, reader)}${documentCard(page, reader)}<div class="side">${beside.map((card) => card(page, reader))}</div>`;
}

const reloading = html`<noscript><meta http-equiv="refresh" content="${RELOAD_S}"></noscript>
`;

const polling = ({ view, path }: SignPage): Html =>
  html`<div hidden data-poll="${path}/state" data-seen="${progressOf(view)}"></div>`;

/** Sends the signer to the certifying authority, by script or button. */
export function gatewayPage(
  { action, method, encoding, fields }: BrowserForm,
  names: GatewayNames,
  { language, words: { gateway } }: LanguageReader,
): Page {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
  const title = gateway.title(names[language]);
  return {
    title,
    state: 'to-gateway',
    scripts: ['submit.js'],
    content: html`<section class="card">
<h1>${title}</h1>
<p>${gateway.words(names[language])}</p>
<form method="${method.toLowerCase()}" action="${action}" enctype="${encoding}" data-auto-submit>
${inputs}<button type="submit">${gateway.button}</button>
</form>
</section>
`,
  };
}
