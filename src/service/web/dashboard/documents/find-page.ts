import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { DOCUMENT_STATES } from '../../../core/finding/document-state.rules.ts';
import type { FoundPage } from '../../../core/finding/find-documents.ts';
import { QUERY_LIMITS } from '../../../core/finding/read-query.rules.ts';
import { textToCopy } from '../copy.ts';
import type { DashboardPage } from '../shell.ts';
import { timeOf } from '../time.ts';
import { WORDS } from '../words/words.ts';
import type { Sought } from './paths.ts';
import { DOCUMENTS, documentLink, searchPath, shortId } from './paths.ts';
import { stateBadge } from './state-badge.ts';

type Row = FoundPage['documents'][number];

const { common, documents: words } = WORDS;

const searchForm = ({ typed, state }: Sought): Html => html`<search>
<form class="find" action="${DOCUMENTS}">${state && html`<input type="hidden" name="state" value="${state}">`}
<label class="field">${words.find.label} <input type="search" name="q" value="${typed}" maxlength="${QUERY_LIMITS.characters}" autocomplete="off" dir="auto"></label>
<button>${common.find}</button></form></search>`;

function filters({ typed, state: chosen }: Sought): Html {
  const link = (state: Sought['state'], label: string) =>
    html`<li><a href="${searchPath({ typed, state })}"${state === chosen ? html` aria-current="true"` : null}>${label}</a></li>`;
  return html`<nav class="menu filters" aria-label="${words.find.filters}"><ul>${link(undefined, words.find.all)}${DOCUMENT_STATES.map(
    (state) => link(state, words.states[state]),
  )}</ul></nav>`;
}

function rowOf({ documentId, name, state, signers, createdAt }: Row): Html {
  const names = signers.map((signer) => signer.name).join(', ');
  return html`<li><span class="what">${documentLink({ documentId, name })} <code>${shortId(documentId)}</code></span>
<span dir="auto">${names === '' ? words.find.noSigners : names}</span> <span>${stateBadge(state, signers)}</span> <span class="hint">${timeOf(createdAt)}</span></li>
`;
}

function nothing({ typed, state, before }: Sought): Html {
  if (before !== undefined) return html`<p>${words.find.noOlder}</p>`;
  if (typed !== '') {
    const sought = html`<span dir="auto">${typed}</span>`;
    return html`<p>${words.find.nothing(sought, state ? words.states[state] : '')}</p>
<p class="hint">${words.find.hint}</p>`;
  }
  if (state) return html`<p>${words.find.noneIn(words.states[state])}</p>`;
  return html`<p>${words.find.none}</p>${textToCopy(WORDS.commands.create)}`;
}

export function findPage(sought: Sought, { documents, older }: FoundPage): DashboardPage {
  const rows = documents.map(rowOf);
  const next = older && searchPath({ ...sought, before: older });
  return {
    title: words.title,
    scripts: ['copy.js'],
    content: html`${searchForm(sought)}${filters(sought)}
<section class="card" aria-label="${words.title}">${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : nothing(sought)}</section>
${next && html`<p><a class="button quiet" href="${next}" rel="next">${common.older}</a></p>`}`,
  };
}
