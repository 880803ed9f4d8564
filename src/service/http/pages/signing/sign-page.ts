import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { SigningView } from '../../../use-cases/signatures/open-link.ts';
import type { Reader } from '../language.ts';
import type { Page } from '../layout.ts';
import { documentCard } from './document-card.ts';
import type { LinkPage } from './link-page.ts';
import { signerList } from './signer-list.ts';
import { completedCard, documentFacts, nextSteps, signedCard, waitingCard } from './standing.ts';
import { turnCards } from './turn.ts';

/** Seconds after which a page that waits reloads where scripts are off. */
const RELOAD_S = 15;

/** What is polled for: it differs as soon as there is something else to show. */
export function progressOf({ state, signers }: SigningView): string {
  return `${state} ${signers.filter(({ signedAt }) => signedAt !== null).length}`;
}

/** The page for a signer, by where their document stands. */
export const signPage =
  (page: LinkPage) =>
  (reader: Reader): Page => {
    const { view, problem } = page;
    const { documentName, state, isTest } = view;
    const waits = state === 'waiting' || state === 'signed';
    return {
      title: `${documentName} · ${reader.words.titles[state]}`,
      state: problem && state === 'your-turn' ? 'failed' : state,
      isTest,
      isWide: true,
      head: waits ? reloading : null,
      scripts: waits ? ['poll.js', 'viewer.js'] : ['viewer.js'],
      content: html`${waits ? polling(page) : null}${CARDS[state](page, reader)}`,
    };
  };

const CARDS: Readonly<Record<SigningView['state'], (page: LinkPage, reader: Reader) => Html>> = {
  'your-turn': (page, reader) => {
    const { head, sign } = turnCards(page, reader);
    return html`${head}${documentCard(page, reader)}<div class="side">${sign}${signerList(page.view, reader)}${nextSteps(page.view, reader)}${documentFacts(page.view, reader)}</div>`;
  },
  waiting: standingPage(waitingCard),
  signed: standingPage(signedCard),
  completed: standingPage(completedCard),
};

/** A page on which there is nothing to do but read. */
function standingPage(card: (page: LinkPage, reader: Reader) => Html) {
  return (page: LinkPage, reader: Reader) =>
    html`${card(page, reader)}${documentCard(page, reader)}<div class="side">${signerList(page.view, reader)}${documentFacts(page.view, reader)}</div>`;
}

const reloading = html`<noscript><meta http-equiv="refresh" content="${RELOAD_S}"></noscript>
`;

const polling = ({ view, path }: LinkPage): Html =>
  html`<div hidden data-poll="${path}/state" data-seen="${progressOf(view)}"></div>`;
