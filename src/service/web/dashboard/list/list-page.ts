import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { endingOf } from '../../../core/documents/document-states.rules.ts';
import type { FoundPage } from '../../../core/finding/find-documents.ts';
import {
  countDocuments,
  findDocuments,
  MOST_COUNTED,
} from '../../../core/finding/find-documents.ts';
import { QUERY_LIMITS } from '../../../core/finding/read-query.rules.ts';
import { may } from '../../../core/permissions.rules.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { briefTimeOf, textToCopy } from '../dashboard-shell.ts';
import { DOCUMENTS, documentPath, shortId, stateBadge, titled } from '../document-paths.ts';
import { newDocumentLink } from '../drafts/upload-page.ts';
import type { Problems } from '../form.ts';
import { textField } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';
import { EXPORT } from './export-routes.ts';
import { SELECTED } from './selected-routes.ts';
import type { ListState, Sought } from './sought.ts';
import { LIST_STATES, problemsIn, readSought, requestOf, searchPath } from './sought.ts';

type Row = FoundPage['documents'][number];

const { common, documents: words } = WORDS;
const { find, states } = words;

const dayField = (name: 'from' | 'to', value = '', problems: Problems): Html =>
  textField({ name, label: find[name], value, problems, type: 'date' });

function searchForm({ typed, state, from, to }: Sought, problems: Problems): Html {
  const more = html` maxlength="${QUERY_LIMITS.characters}" autocomplete="off" dir="auto"`;
  const field = { name: 'q', label: find.label, value: typed, type: 'search' } as const;
  return html`<search>
<form class="find" action="${DOCUMENTS}">${state && html`<input type="hidden" name="state" value="${state}">`}
<div>${textField({ ...field, more })}</div><div>${dayField('from', from, problems)}</div><div>${dayField('to', to, problems)}</div>
<button>${common.find}</button></form></search>`;
}

function filters({ state: chosen, before: _before, ...sought }: Sought): Html {
  const link = (state: ListState | undefined, label: string) =>
    html`<li><a href="${searchPath({ ...sought, state })}"${state === chosen ? html` aria-current="true"` : null}>${label}</a></li>`;
  return html`<nav class="menu filters" aria-label="${find.filters}"><ul>${link(undefined, find.all)}${LIST_STATES.map(
    (state) => link(state, states[state]),
  )}</ul></nav>`;
}

function rowOf(document: Row, now: Date): Html {
  const { documentId, name, state, signers, createdAt } = document;
  const names = signers.map((signer) => signer.name).join(', ') || find.noSigners;
  const shown = endingOf(document, now) ?? state;
  const short = shortId(documentId);
  const box =
    state === 'waiting' &&
    html`<input type="checkbox" name="document" value="${documentId}" aria-labelledby="${short}">`;
  return html`<tr><td>${box}</td> <th scope="row"><a${box && html` id="${short}"`} href="${documentPath(documentId)}" dir="auto"${titled(name)}>${name}</a> <code>${short}</code></th> <td><span dir="auto"${titled(names)}>${names}</span></td> <td>${stateBadge(shown, signers)}</td> <td>${briefTimeOf(createdAt)}</td></tr>
`;
}

function nothing({ typed, state, from, to, before }: Sought): Html {
  if (before !== undefined) return html`<p>${find.noOlder}</p>`;
  if (typed !== '') {
    const sought = html`<span dir="auto">${typed}</span>`;
    return html`<p>${find.nothing(sought, state ? states[state] : '')}</p>
<p class="hint">${find.hint}</p>`;
  }
  if (from || to) return html`<p>${find.noneThen}</p>`;
  if (state) return html`<p>${find.noneIn(states[state])}</p>`;
  return html`<p>${find.none}</p>${textToCopy(WORDS.commands.create)}`;
}

type FoundList = FoundPage & { readonly count: number };

/** Several links are resent, or documents withdrawn, after a page that counts them. */
function selectionButtons({ role }: MemberVisit): Html {
  const { resend, withdraw } = find.selected;
  const button = (path: string, label: string) =>
    html`<button class="quiet" formaction="${SELECTED}/${path}">${label}</button>`;
  return html`<p class="actions">${may(role, 'documents.resend') && button('resend', resend)}
${may(role, 'documents.withdraw') && button('withdraw', withdraw)}</p>`;
}

function results(visit: MemberVisit, sought: Sought, { documents, count }: FoundList): Html {
  const { select, name, signers, state, created } = find.heads;
  const heads = [html`<span class="unseen">${select}</span>`, name, signers, state, created];
  const hasOpen = documents.some((document) => document.state === 'waiting');
  const { before: _before, ...all } = sought;
  return html`<section class="card" aria-labelledby="found"><h2 id="found">${find.count(count, MOST_COUNTED)}</h2>
<form><table class="rows"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${documents.map((document) => rowOf(document, visit.now))}</tbody></table>${hasOpen && selectionButtons(visit)}</form>
<p><a href="${searchPath(all, EXPORT)}">${find.export}</a></p></section>`;
}

interface ListParts {
  readonly sought: Sought;
  readonly problems: Problems;
  /** Undefined for a search with problems. */
  readonly found?: FoundList;
}

function listPage(visit: MemberVisit, { sought, problems, found }: ListParts): DashboardPage {
  const next = found?.older && searchPath({ ...sought, before: found.older });
  const none = html`<section class="card">${nothing(sought)}</section>`;
  return {
    title: words.title,
    scripts: ['copy.js'],
    ...(!found && { status: 400, problems }),
    content: html`${newDocumentLink(visit)}${searchForm(sought, problems)}${filters(sought)}
${found && (found.documents.length > 0 ? results(visit, sought, found) : none)}
${next && html`<p><a class="button quiet" href="${next}" rel="next">${common.older}</a></p>`}`,
  };
}

export function listRoutes({ deps, page }: DashboardRoutes): void {
  page(DOCUMENTS, 'documents.read', async (visit, { query }) => {
    const sought = readSought(query);
    const problems = problemsIn(sought);
    if (Object.keys(problems).length > 0) return listPage(visit, { sought, problems });
    const request = requestOf(sought, visit.now);
    const found = await findDocuments(deps, visit, request);
    const count = await countDocuments(deps, visit, { request, found });
    return listPage(visit, { sought, problems, found: { ...found, count } });
  });
}
