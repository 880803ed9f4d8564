import type { FastifyRequest } from 'fastify';
import { html } from '../../../html/html.ts';
import type { Document } from '../../core/documents/document.rules.ts';
import { assertOpen } from '../../core/documents/document-states.rules.ts';
import { findOwnDownload, openDownload } from '../../core/documents/open-files.ts';
import { findOwnDocument, retrieveDocument } from '../../core/documents/read-documents.ts';
import { withdrawDocument } from '../../core/documents/withdraw-document.ts';
import { issueCertificate } from '../../core/evidence/issue-certificate.ts';
import { listRequestsAbout } from '../../core/finding/find-requests.ts';
import { readHistory } from '../../core/finding/read-history.ts';
import { resendLink } from '../../core/links/resend-link.ts';
import { contentDisposition } from '../kit/file-headers.ts';
import type { DashboardPage } from './dashboard-shell.ts';
import { documentPage } from './document-page.ts';
import { documentPath, idOf, orderOf, reasonField } from './document-paths.ts';
import type { Problems } from './form.ts';
import { form, textOf } from './form.ts';
import { exportRoutes } from './list/export-routes.ts';
import { listRoutes } from './list/list-page.ts';
import { selectedRoutes } from './list/selected-routes.ts';
import type { DashboardRoutes } from './routes.ts';
import { orAgain } from './routes.ts';
import type { MemberVisit } from './visit.ts';
import { byMember } from './visit.ts';
import { WORDS } from './words/dashboard.words.ts';

const words = WORDS.documents.withdrawal;

/** Doesn't reload by itself: typed text would be lost. */
function withdrawPage(
  visit: MemberVisit,
  { documentId, name }: Document,
  { reason, problems }: { readonly reason: string; readonly problems: Problems },
): DashboardPage {
  const fields = html`${reasonField(reason, problems)}
<button class="danger">${words.button}</button>`;
  return {
    title: words.title,
    content: html`<section class="card"><p><a href="${documentPath(documentId)}" dir="auto">${name}</a></p>
<p>${words.about}</p>
${form(visit, documentPath(documentId, '/withdraw'), fields)}</section>`,
  };
}

export function documentRoutes(routes: DashboardRoutes): void {
  const { deps, page, action } = routes;
  page(documentPath(':documentId'), 'documents.read', async (visit, request) => {
    const history = await readHistory(deps, visit, idOf(request));
    const view = await retrieveDocument(deps, visit, idOf(request));
    const requests = await listRequestsAbout(deps, visit, history);
    return documentPage(visit, { history, requests, view, done: textOf(request.query, 'done') });
  });
  action(documentPath(':documentId', '/resend'), 'documents.resend', async (visit, request) => {
    await resendLink(deps, visit, orderOf(visit, request));
    return documentPath(idOf(request), '?done=resent');
  });
  withdrawRoutes(routes);
  fileRoutes(routes);
  listRoutes(routes);
  exportRoutes(routes);
  selectedRoutes(routes);
}

function withdrawRoutes({ deps, page, action }: DashboardRoutes): void {
  const path = documentPath(':documentId', '/withdraw');
  const openDocument = async (visit: MemberVisit, request: FastifyRequest) => {
    const document = await findOwnDocument(deps, visit, idOf(request));
    assertOpen(document);
    return document;
  };
  page(path, 'documents.withdraw', async (visit, request) =>
    withdrawPage(visit, await openDocument(visit, request), { reason: '', problems: {} }),
  );
  const reasonOf = ({ body }: FastifyRequest) => textOf(body, 'reason');
  const withdrawing = async (visit: MemberVisit, request: FastifyRequest) => {
    const wish = { ...orderOf(visit, request), reason: reasonOf(request) };
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
