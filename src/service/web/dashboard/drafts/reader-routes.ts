import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { fromTop } from '../../../core/documents/arrange-signatures.rules.ts';
import type { Document } from '../../../core/documents/document.rules.ts';
import { openOwnUpload } from '../../../core/documents/open-files.ts';
import { planSending } from '../../../core/documents/plan-sending.ts';
import { findOwnDocument } from '../../../core/documents/read-documents.ts';
import {
  documentTools,
  documentPath as pdfPath,
  readableSize,
  readerAttributes,
  roomFor,
} from '../../pages/document-card.ts';
import { sendRevision } from '../../pages/file-routes.ts';
import type { PageFiles } from '../../pages/page-files.ts';
import { openTextSender } from '../../pages/text-route.ts';
import { EN } from '../../pages/words/en.ts';
import { documentPath, idOf } from '../document-paths.ts';
import type { DashboardRoutes } from '../routes.ts';
import { WORDS } from '../words/dashboard.words.ts';

interface DraftReader {
  readonly document: Document;
  readonly files: PageFiles;
  /** Of the document in the dashboard. */
  readonly path: string;
  /** Of the page sizes and places, below `path`. */
  readonly pages: 'pages' | 'plan';
  readonly help?: string;
}

/** The pages as signers will see them; without scripts, a link to the PDF. */
export function draftReader({ document, files, path, pages, help }: DraftReader): Html {
  const { original } = document;
  const reader = { language: 'en', words: EN } as const;
  const attributes = readerAttributes(
    { pages: `${path}/${pages}`, path, revision: original, files },
    reader,
  );
  return html`<section class="card document" aria-labelledby="document" ${attributes}>
<h2 id="document">${WORDS.drafts.draft.document}</h2>
<p class="blocked">${EN.document.blocked}</p>
<p class="links"><a href="${pdfPath(path, original)}" target="_blank">${EN.document.open}</a> <span data-facts>${EN.document.pages(document.pages.length)}, ${readableSize(original.bytes, 'en')}</span></p>
${help && html`<p class="hint" data-help hidden>${help}</p>`}
${documentTools(reader)}<div class="sheets" role="group" aria-label="${EN.document.heading}" data-sheets>${roomFor(document.pages)}</div></section>`;
}

const outlineOf = ({ documentId, pages, original }: Document, places: readonly object[]) => ({
  sheets: pages.map(({ width, height }) => [width, height]),
  places,
  pdf: pdfPath(documentPath(documentId), original),
  bytes: original.bytes,
});

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
