import type { FastifyRequest } from 'fastify';
import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { Document } from '../../core/documents/document.rules.ts';
import { REASON_LENGTH } from '../../core/documents/document.rules.ts';
import type { DocumentState } from '../../core/documents/document-states.rules.ts';
import { assertOpen, DOCUMENT_STATES } from '../../core/documents/document-states.rules.ts';
import { findOwnDownload, openDownload } from '../../core/documents/open-download.ts';
import { findOwnDocument, retrieveDocument } from '../../core/documents/read-documents.ts';
import { withdrawDocument } from '../../core/documents/withdraw-document.ts';
import type { Origin } from '../../core/evidence/audit.rules.ts';
import { issueCertificate } from '../../core/evidence/issue-certificate.ts';
import type { FoundPage } from '../../core/finding/find-documents.ts';
import { findDocuments } from '../../core/finding/find-documents.ts';
import { listRequestsAbout } from '../../core/finding/find-requests.ts';
import { readHistory } from '../../core/finding/read-history.ts';
import { QUERY_LIMITS } from '../../core/finding/read-query.rules.ts';
import { resendLink } from '../../core/links/resend-link.ts';
import { may } from '../../core/permissions.rules.ts';
import { contentDisposition } from '../kit/content-disposition.ts';
import { originOf } from '../kit/request-text.ts';
import type { DashboardPage } from './dashboard-shell.ts';
import { textToCopy, timeOf } from './dashboard-shell.ts';
import { documentPage } from './document-page.ts';
import type { Sought } from './document-paths.ts';
import {
  DOCUMENTS,
  documentLink,
  documentPath,
  searchPath,
  shortId,
  stateBadge,
} from './document-paths.ts';
import { NEW_DOCUMENT } from './drafts/upload-page.ts';
import type { Problems } from './form.ts';
import { form, labelled, pathPart, textOf } from './form.ts';
import type { DashboardRoutes } from './routes.ts';
import { orAgain } from './routes.ts';
import type { MemberVisit } from './visit.ts';
import { WORDS } from './words/dashboard.words.ts';

type Row = FoundPage['documents'][number];

const { common, documents: findWords } = WORDS;

const searchForm = ({ typed, state }: Sought): Html => html`<search>
<form class="find" action="${DOCUMENTS}">${state && html`<input type="hidden" name="state" value="${state}">`}
<label class="field">${findWords.find.label} <input type="search" name="q" value="${typed}" maxlength="${QUERY_LIMITS.characters}" autocomplete="off" dir="auto"></label>
<button>${common.find}</button></form></search>`;

function filters({ typed, state: chosen }: Sought): Html {
  const link = (state: Sought['state'], label: string) =>
    html`<li><a href="${searchPath({ typed, state })}"${state === chosen ? html` aria-current="true"` : null}>${label}</a></li>`;
  return html`<nav class="menu filters" aria-label="${findWords.find.filters}"><ul>${link(undefined, findWords.find.all)}${DOCUMENT_STATES.map(
    (state) => link(state, findWords.states[state]),
  )}</ul></nav>`;
}

function rowOf({ documentId, name, state, signers, createdAt }: Row): Html {
  const names = signers.map((signer) => signer.name).join(', ');
  return html`<li><span class="what">${documentLink({ documentId, name })} <code>${shortId(documentId)}</code></span>
<span dir="auto">${names === '' ? findWords.find.noSigners : names}</span> <span>${stateBadge(state, signers)}</span> <span class="hint">${timeOf(createdAt)}</span></li>
`;
}

function nothing({ typed, state, before }: Sought): Html {
  if (before !== undefined) return html`<p>${findWords.find.noOlder}</p>`;
  if (typed !== '') {
    const sought = html`<span dir="auto">${typed}</span>`;
    return html`<p>${findWords.find.nothing(sought, state ? findWords.states[state] : '')}</p>
<p class="hint">${findWords.find.hint}</p>`;
  }
  if (state) return html`<p>${findWords.find.noneIn(findWords.states[state])}</p>`;
  return html`<p>${findWords.find.none}</p>${textToCopy(WORDS.commands.create)}`;
}

function resultsPage(
  { role }: MemberVisit,
  sought: Sought,
  { documents, older }: FoundPage,
): DashboardPage {
  const rows = documents.map(rowOf);
  const next = older && searchPath({ ...sought, before: older });
  return {
    title: findWords.title,
    scripts: ['copy.js'],
    content: html`${may(role, 'documents.send') && html`<p><a class="button" href="${NEW_DOCUMENT}">${WORDS.drafts.upload.start}</a></p>`}${searchForm(sought)}${filters(sought)}
<section class="card" aria-label="${findWords.title}">${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : nothing(sought)}</section>
${next && html`<p><a class="button quiet" href="${next}" rel="next">${common.older}</a></p>`}`,
  };
}

const words = WORDS.documents.withdrawal;

/** Doesn't reload by itself: typed text would be lost. */
function withdrawPage(
  visit: MemberVisit,
  { documentId, name }: Document,
  { reason, problems }: { readonly reason: string; readonly problems?: Problems },
): DashboardPage {
  const field = { name: 'reason', label: words.reason, problems };
  const fields = html`${labelled(field, (marks) => html`<textarea name="reason" rows="3" maxlength="${REASON_LENGTH}" required dir="auto"${marks}>${reason}</textarea>`)}
<button class="danger">${words.button}</button>`;
  return {
    title: words.title,
    content: html`<section class="card"><p><a href="${documentPath(documentId)}" dir="auto">${name}</a></p>
<p>${words.about}</p>
${form(visit, documentPath(documentId, '/withdraw'), fields)}</section>`,
  };
}

const stateOf = (text: string): DocumentState | undefined =>
  DOCUMENT_STATES.find((state) => state === text);

const idOf = (request: FastifyRequest): string => pathPart(request, 'documentId');

const byMember = ({ user }: MemberVisit, request: FastifyRequest): Origin =>
  originOf(request, `member:${user.userId}`);

const order = (visit: MemberVisit, request: FastifyRequest) => ({
  documentId: idOf(request),
  origin: byMember(visit, request),
});

export function documentRoutes(routes: DashboardRoutes): void {
  const { deps, page, action } = routes;
  page(DOCUMENTS, 'documents.read', async (visit, { query }) => {
    const [typed, before] = [textOf(query, 'q').trim(), textOf(query, 'before') || undefined];
    const sought = { typed, state: stateOf(textOf(query, 'state')), before };
    return resultsPage(visit, sought, await findDocuments(deps, visit, sought));
  });
  page(documentPath(':documentId'), 'documents.read', async (visit, request) => {
    const history = await readHistory(deps, visit, idOf(request));
    const view = await retrieveDocument(deps, visit, idOf(request));
    const requests = await listRequestsAbout(deps, visit, history);
    return documentPage(visit, { history, requests, view, done: textOf(request.query, 'done') });
  });
  action(documentPath(':documentId', '/resend'), 'documents.resend', async (visit, request) => {
    await resendLink(deps, visit, order(visit, request));
    return documentPath(idOf(request), '?done=resent');
  });
  withdrawRoutes(routes);
  fileRoutes(routes);
}

function withdrawRoutes({ deps, page, action }: DashboardRoutes): void {
  const path = documentPath(':documentId', '/withdraw');
  const openDocument = async (visit: MemberVisit, request: FastifyRequest) => {
    const document = await findOwnDocument(deps, visit, idOf(request));
    assertOpen(document);
    return document;
  };
  page(path, 'documents.withdraw', async (visit, request) =>
    withdrawPage(visit, await openDocument(visit, request), { reason: '' }),
  );
  const reasonOf = ({ body }: FastifyRequest) => textOf(body, 'reason');
  const withdrawing = async (visit: MemberVisit, request: FastifyRequest) => {
    const wish = { ...order(visit, request), reason: reasonOf(request) };
    await withdrawDocument(deps, visit, wish);
    return documentPath(idOf(request), '?done=withdrawn');
  };
  action(
    path,
    'documents.withdraw',
    orAgain(withdrawing, async (visit, request, problems) =>
      withdrawPage(visit, await openDocument(visit, request), {
        reason: reasonOf(request),
        problems,
      }),
    ),
  );
}

function fileRoutes({ deps, file }: DashboardRoutes): void {
  file(
    documentPath(':documentId', '/signed.pdf'),
    'documents.read',
    async (visit, request, reply) => {
      const download = await findOwnDownload(deps, visit, idOf(request));
      const stream = await openDownload(deps, download, byMember(visit, request));
      reply.header('Content-Disposition', contentDisposition(download.fileName));
      reply.header('Content-Length', download.file.bytes);
      return reply.type('application/pdf').send(stream);
    },
  );
  file(
    documentPath(':documentId', '/certificate.pdf'),
    'documents.read',
    async (visit, request, reply) => {
      const { bytes, fileName } = await issueCertificate(deps, visit, idOf(request));
      reply.header('Content-Disposition', contentDisposition(fileName));
      return reply.type('application/pdf').send(bytes);
    },
  );
}
