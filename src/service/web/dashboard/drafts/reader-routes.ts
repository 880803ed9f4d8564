import type { FastifyRequest } from 'fastify';
import type { Document } from '../../../core/documents/document.rules.ts';
import { openOwnUpload } from '../../../core/documents/open-files.ts';
import { planSending } from '../../../core/documents/plan-sending.ts';
import { findOwnDocument } from '../../../core/documents/read-documents.ts';
import { fromTop } from '../../../core/placement/arrange-signatures.rules.ts';
import { documentPath as pdfPath } from '../../pages/document-card.ts';
import { sendRevision } from '../../pages/file-routes.ts';
import { openTextSender } from '../../pages/text-route.ts';
import { documentPath } from '../document-paths.ts';
import { pathPart } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';

const outlineOf = ({ documentId, pages, original }: Document, places: readonly object[]) => ({
  sheets: pages.map(({ width, height }) => [width, height]),
  places,
  pdf: pdfPath(documentPath(documentId), original),
  bytes: original.bytes,
});

const idOf = (request: FastifyRequest): string => pathPart(request, 'documentId');

/** What the reader's script and the link to the PDF load. */
export function readerRoutes({ deps, file }: DashboardRoutes): void {
  const path = (below: string) => documentPath(':documentId', below);
  const sendTexts = openTextSender();
  file(path('/pages'), 'documents.send', async (visit, request, reply) =>
    reply.send(outlineOf(await findOwnDocument(deps, visit, idOf(request)), [])),
  );
  file(path('/plan'), 'documents.send', async (visit, request, reply) => {
    const { draft, placements, pages } = await planSending(deps, visit, idOf(request));
    const places = placements.flatMap(({ signerId, positions }) => {
      const name = draft.signers.find((one) => one.signerId === signerId)?.name;
      return positions.map((position) => ({ ...fromTop(position, pages), name, isYou: false }));
    });
    return reply.send(outlineOf(draft, places));
  });
  file(path('/document.pdf'), 'documents.send', async (visit, request, reply) =>
    sendRevision(reply, await openOwnUpload(deps, visit, idOf(request))),
  );
  file(path('/text'), 'documents.send', async (visit, request, reply) => {
    const upload = await openOwnUpload(deps, visit, idOf(request));
    return await sendTexts(reply, upload, documentPath(upload.documentId));
  });
}
