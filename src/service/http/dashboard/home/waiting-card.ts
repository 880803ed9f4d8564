import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { AccountOverview, OpenDocument } from '../../../store/accounts/overview.ts';
import { textToCopy } from '../copy.ts';
import { documentLink, searchPath } from '../documents/paths.ts';
import { durationOf } from '../time.ts';
import { WORDS } from '../words/words.ts';
import { countOf } from './count-of.ts';

const words = WORDS.home.waiting;

function itemOf(document: OpenDocument, now: Date): Html {
  const { sentAt, signed, signers } = document;
  const since = sentAt && durationOf(now.getTime() - sentAt.getTime());
  return html`<li>${documentLink(document)} <span class="hint">${since && words.since(since)} · ${words.progress(signed, signers)}</span></li>
`;
}

/** The documents that have waited longest for signatures. The first steps name the next command where there are any. */
export function waitingCard({ waiting, hasCompleted }: AccountOverview, now: Date): Html {
  const { items } = waiting;
  const none = html`<p>${words.none}</p>${hasCompleted && html`<p>${words.send}</p>${textToCopy(WORDS.commands.create)}`}`;
  const list = html`<ul class="plain">${items.map((document) => itemOf(document, now))}</ul>
<p><a href="${searchPath({ typed: '', state: 'waiting' })}">${words.all}</a></p>`;
  return html`<section class="card"><h2>${words.heading(countOf(waiting))}</h2>
${items.length > 0 ? list : none}</section>
`;
}
