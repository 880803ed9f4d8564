import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { DOCUMENT_STATES } from '../../../domain/finding/document-state.ts';
import { QUERY_LIMITS } from '../../../domain/finding/read-query.ts';
import type { FoundPage } from '../../../use-cases/finding/find-documents.ts';
import type { DashboardPage } from '../shell.ts';
import { timeOf } from '../time.ts';
import type { Sought } from './paths.ts';
import { DOCUMENTS, documentPath, searchPath } from './paths.ts';
import { stateBadge, stateLabel } from './state-badge.ts';

type Row = FoundPage['documents'][number];

const SHOWN_ID = 8;

const SEND = 'esign send contract.pdf --signer "Asha Rao <asha@example.in> 9876543210"';

const searchForm = ({ typed, state }: Sought): Html => html`<search>
<form class="find" action="${DOCUMENTS}">${state && html`<input type="hidden" name="state" value="${state}">`}
<label class="field">Name, signer, email, phone, id or day <input type="search" name="q" value="${typed}" maxlength="${QUERY_LIMITS.characters}" autocomplete="off" dir="auto"></label>
<button>Find</button></form></search>`;

function filters({ typed, state: chosen }: Sought): Html {
  const link = (state: Sought['state'], label: string) =>
    html`<li><a href="${searchPath({ typed, state })}"${state === chosen ? html` aria-current="true"` : null}>${label}</a></li>`;
  return html`<nav class="menu filters" aria-label="State"><ul>${link(undefined, 'All')}${DOCUMENT_STATES.map(
    (state) => link(state, stateLabel(state)),
  )}</ul></nav>`;
}

function rowOf({ documentId, name, state, signers, createdAt }: Row): Html {
  const names = signers.map((signer) => signer.name).join(', ');
  return html`<li><span class="what"><a href="${documentPath(documentId)}" dir="auto">${name}</a> <code>${documentId.slice(0, SHOWN_ID)}</code></span>
<span dir="auto">${names === '' ? 'No signers yet' : names}</span> <span>${stateBadge(state, signers)}</span> <span class="hint">${timeOf(createdAt)}</span></li>
`;
}

/** What stands in place of documents. */
function nothing({ typed, state, before }: Sought): Html {
  if (before !== undefined) return html`<p>There are no older documents.</p>`;
  if (typed !== '') {
    return html`<p>No ${state ? `${stateLabel(state).toLowerCase()} ` : ''}document of this account was found for “<span dir="auto">${typed}</span>”.</p>
<p class="hint">Each word must be part of its name, or of the name, email or phone number of a signer. It is found by the first 8 characters of its id or more, by the id of a request (<code>req_…</code>), and by the day it was created in India (<code>20 Nov 2026</code>), too.</p>`;
  }
  if (state) return html`<p>No document of this account is ${stateLabel(state).toLowerCase()}.</p>`;
  return html`<p>This account has no documents yet. This creates and sends one:</p><pre><code>${SEND}</code></pre>`;
}

/** The page that finds documents. */
export function findPage(sought: Sought, { documents, older }: FoundPage): DashboardPage {
  const rows = documents.map(rowOf);
  const next = older && searchPath({ ...sought, before: older });
  return {
    title: 'Documents',
    content: html`${searchForm(sought)}${filters(sought)}
<section class="card" aria-label="Documents">${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : nothing(sought)}</section>
${next && html`<p><a class="button quiet" href="${next}" rel="next">Older</a></p>`}`,
  };
}
