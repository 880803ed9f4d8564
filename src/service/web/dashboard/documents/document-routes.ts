import type { FastifyRequest } from 'fastify';
import { html } from '../../../../html/html.ts';
import type { Document } from '../../../core/documents/document.rules.ts';
import { assertOpen } from '../../../core/documents/document-states.rules.ts';
import { findOwnDownload, openDownload } from '../../../core/documents/open-download.ts';
import { findOwnDocument, retrieveDocument } from '../../../core/documents/read-documents.ts';
import { REASON_LENGTH } from '../../../core/documents/reason.rules.ts';
import { withdrawDocument } from '../../../core/documents/withdraw-document.ts';
import { DomainError } from '../../../core/domain-error.rules.ts';
import type { Origin } from '../../../core/evidence/audit.rules.ts';
import { issueCertificate } from '../../../core/evidence/issue-certificate.ts';
import type { DocumentState } from '../../../core/finding/document-state.rules.ts';
import { DOCUMENT_STATES } from '../../../core/finding/document-state.rules.ts';
import { findDocuments } from '../../../core/finding/find-documents.ts';
import { listRequestsAbout } from '../../../core/finding/find-requests.ts';
import { readHistory } from '../../../core/finding/read-history.ts';
import { resendLink } from '../../../core/links/resend-link.ts';
import { contentDisposition } from '../../kit/content-disposition.ts';
import { originOf } from '../../kit/origin-of.ts';
import { form, pathPart, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { documentPage } from './document-page.ts';
import { findPage } from './find-page.ts';
import { DOCUMENTS, documentPath } from './paths.ts';

const words = WORDS.documents.withdrawal;

interface Refused {
  readonly reason: string;
  readonly problem: string;
}

/** Doesn't reload by itself: typed text would be lost. */
function withdrawPage(
  visit: Visit,
  { documentId, name }: Document,
  refused?: Refused,
): DashboardPage {
  const fields = html`${refused && html`<p class="alert" role="alert">${refused.problem}</p>`}
<p><label class="field">${words.reason} <textarea name="reason" rows="3" maxlength="${REASON_LENGTH}" required dir="auto">${refused?.reason}</textarea></label></p>
<button>${words.button}</button>`;
  return {
    title: words.title,
    ...(refused && { status: 400 }),
    content: html`<section class="card"><p><a href="${documentPath(documentId)}" dir="auto">${name}</a></p>
<p>${words.about}</p>
${form(visit, documentPath(documentId, '/withdraw'), fields)}</section>`,
  };
}

const stateOf = (text: string): DocumentState | undefined =>
  DOCUMENT_STATES.find((state) => state === text);

const idOf = (request: FastifyRequest): string => pathPart(request, 'documentId');

const byMember = ({ user }: Visit, request: FastifyRequest): Origin =>
  originOf(request, `member:${user.userId}`);

const order = (visit: Visit, request: FastifyRequest) => ({
  documentId: idOf(request),
  origin: byMember(visit, request),
});

export function documentRoutes(routes: DashboardRoutes): void {
  const { deps, page, action } = routes;
  page(DOCUMENTS, 'documents.read', async (visit, { query }) => {
    const [typed, before] = [textOf(query, 'q').trim(), textOf(query, 'before') || undefined];
    const sought = { typed, state: stateOf(textOf(query, 'state')), before };
    return findPage(sought, await findDocuments(deps, visit, sought));
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
  const openDocument = async (visit: Visit, request: FastifyRequest) => {
    const document = await findOwnDocument(deps, visit, idOf(request));
    assertOpen(document);
    return document;
  };
  page(path, 'documents.withdraw', async (visit, request) =>
    withdrawPage(visit, await openDocument(visit, request)),
  );
  action(path, 'documents.withdraw', async (visit, request) => {
    const reason = textOf(request.body, 'reason');
    try {
      await withdrawDocument(deps, visit, { ...order(visit, request), reason });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_request') throw error;
      const document = await openDocument(visit, request);
      return withdrawPage(visit, document, { reason, problem: error.message });
    }
    return documentPath(idOf(request), '?done=withdrawn');
  });
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
