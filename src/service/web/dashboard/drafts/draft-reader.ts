import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Document } from '../../../core/documents/document.rules.ts';
import {
  documentPath,
  documentTools,
  readableSize,
  readerAttributes,
  roomFor,
} from '../../pages/document-card.ts';
import type { PageFiles } from '../../pages/page-files.ts';
import { EN } from '../../pages/words/en.ts';
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
<p class="links"><a href="${documentPath(path, original)}" target="_blank">${EN.document.open}</a> <span data-facts>${EN.document.pages(document.pages.length)}, ${readableSize(original.bytes, 'en')}</span></p>
${help && html`<p class="hint" data-help hidden>${help}</p>`}
${documentTools(reader)}<div class="sheets" role="group" aria-label="${EN.document.heading}" data-sheets>${roomFor(document.pages)}</div></section>`;
}
