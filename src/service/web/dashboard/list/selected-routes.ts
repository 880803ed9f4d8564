import type { FastifyRequest } from 'fastify';
import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { ServiceDeps } from '../../../core/deps.ts';
import type { Document } from '../../../core/documents/document.rules.ts';
import { nextSigner } from '../../../core/documents/document-states.rules.ts';
import { findOwnDocument } from '../../../core/documents/read-documents.ts';
import { withdrawDocument } from '../../../core/documents/withdraw-document.ts';
import { DomainError } from '../../../core/domain-error.rules.ts';
import { DOCUMENTS_ON_PAGE } from '../../../core/finding/find-documents.ts';
import { resendLink } from '../../../core/links/resend-link.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { noticePage } from '../dashboard-shell.ts';
import { DOCUMENTS, documentLink, documentPath, reasonField, shortId } from '../document-paths.ts';
import type { Problems } from '../form.ts';
import { countIn, form, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import { orAgain } from '../routes.ts';
import type { MemberVisit } from '../visit.ts';
import { byMember } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';

const { selected: words } = WORDS;

export const SELECTED = documentPath('selected');

type Kind = 'resend' | 'withdraw';

const NONE = noticePage(400, words.none.title, {
  words: words.none.words,
  next: { path: DOCUMENTS, label: words.none.next },
});

/** Each once: ticked boxes of the list, or the ids that the confirmation page holds. */
function idsIn(fields: unknown): string[] {
  const given: unknown = Reflect.get(Object(fields), 'document');
  const ids = [given].flat().filter((id) => typeof id === 'string');
  const all = [...new Set(ids.flatMap((id) => id.split(' ')).filter((id) => id !== ''))];
  if (all.length <= DOCUMENTS_ON_PAGE) return all;
  throw new DomainError('invalid_request', words.tooMany(DOCUMENTS_ON_PAGE));
}

async function findSelected(
  deps: ServiceDeps,
  visit: MemberVisit,
  ids: readonly string[],
): Promise<Document[]> {
  const found: Document[] = [];
  for (const id of ids) {
    const document = await findOwnDocument(deps, visit, id).catch(undefinedIfMissing);
    if (document) found.push(document);
  }
  return found;
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
}

interface Selection {
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly reason: string;
  readonly problems: Problems;
}

const itemOf = (document: Document): Html => {
  const name = html`<span dir="auto">${nextSigner(document)?.name}</span>`;
  return html`<li>${documentLink(document)} <span class="hint">${words.next(name)}</span></li>
`;
};

/** Asks once for all, and counts them. What changes after `seen` is left alone. */
async function confirmPage(
  deps: ServiceDeps,
  visit: MemberVisit,
  { kind, ids, reason, problems }: Selection,
): Promise<DashboardPage> {
  const all = await findSelected(deps, visit, ids);
  const open = all.filter((document) => nextSigner(document) !== undefined);
  const { title, about, button } = words[kind];
  if (open.length === 0) return NONE;
  const left = ids.length - open.length;
  const fields = html`<input type="hidden" name="document" value="${open.map(({ documentId }) => documentId).join(' ')}">
<input type="hidden" name="seen" value="${visit.now.getTime()}">
${kind === 'withdraw' && reasonField(reason, problems)}
<button${kind === 'withdraw' && html` class="danger"`}>${button(open.length)}</button>`;
  return {
    title: title(open.length),
    content: html`<section class="card"><ul class="plain">${open.map(itemOf)}</ul>
${left > 0 && html`<p class="hint">${words.leftOut(left)}</p>`}
<p>${about}</p>
${form(visit, `${SELECTED}/${kind}`, fields)}
<p><a href="${DOCUMENTS}">${words.back}</a></p></section>`,
  };
}

interface FailedDocument {
  readonly documentId: string;
  readonly message: string;
}

/** One after the other. A form that is wrong itself is refused before anything is done. */
async function each(
  ids: readonly string[],
  work: (documentId: string) => Promise<unknown>,
): Promise<FailedDocument[]> {
  const failures: FailedDocument[] = [];
  for (const documentId of ids) {
    try {
      await work(documentId);
    } catch (error) {
      if (!(error instanceof DomainError) || Object.keys(error.fields).length > 0) throw error;
      failures.push({ documentId, message: error.message });
    }
  }
  return failures;
}

async function donePage(
  deps: ServiceDeps,
  visit: MemberVisit,
  {
    kind,
    ids,
    failures,
  }: { kind: Kind; ids: readonly string[]; failures: readonly FailedDocument[] },
): Promise<DashboardPage> {
  const failed = failures.map(({ documentId }) => documentId);
  const found = await findSelected(deps, visit, failed);
  const nameOf = (id: string) =>
    found.find(({ documentId }) => documentId === id)?.name ?? shortId(id);
  const items = failures.map(
    ({ documentId, message }) =>
      html`<li>${documentLink({ documentId, name: nameOf(documentId) })}: ${message}</li>`,
  );
  const { title, done } = words[kind];
  return {
    title: title(ids.length),
    content: html`<section class="card"><p role="status">${done(ids.length - failures.length, ids.length)}</p>
${items.length > 0 && html`<h2>${words.failed(items.length)}</h2><ul class="plain">${items}</ul>`}
<p><a class="button" href="${DOCUMENTS}">${words.back}</a></p></section>`,
  };
}

/** Resends and withdraws several documents, after one confirmation. */
export function selectedRoutes(routes: DashboardRoutes): void {
  const { deps } = routes;
  addKind(routes, 'resend', async (visit, request, ids) => {
    const unchangedSince = new Date(countIn(textOf(request.body, 'seen')) ?? 0);
    const origin = byMember(visit, request);
    return await each(ids, (documentId) =>
      resendLink(deps, visit, { documentId, origin, unchangedSince }),
    );
  });
  addKind(routes, 'withdraw', async (visit, request, ids) => {
    const reason = textOf(request.body, 'reason');
    const origin = byMember(visit, request);
    return await each(ids, (documentId) =>
      withdrawDocument(deps, visit, { documentId, reason, origin }),
    );
  });
}

function addKind(
  { deps, page, action }: DashboardRoutes,
  kind: Kind,
  work: (
    visit: MemberVisit,
    request: FastifyRequest,
    ids: readonly string[],
  ) => Promise<FailedDocument[]>,
): void {
  const path = `${SELECTED}/${kind}`;
  const permission = `documents.${kind}` as const;
  page(path, permission, (visit, { query }) =>
    confirmPage(deps, visit, { kind, ids: idsIn(query), reason: '', problems: {} }),
  );
  const run = async (visit: MemberVisit, request: FastifyRequest) => {
    const ids = idsIn(request.body);
    if (ids.length === 0) return NONE;
    const failures = await work(visit, request, ids);
    return await donePage(deps, visit, { kind, ids, failures });
  };
  const again = (visit: MemberVisit, { body }: FastifyRequest, problems: Problems) =>
    confirmPage(deps, visit, { kind, ids: idsIn(body), reason: textOf(body, 'reason'), problems });
  action(path, permission, orAgain(run, again));
}
