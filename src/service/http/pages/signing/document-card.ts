import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Reader } from '../language.ts';
import type { LinkPage } from './link-page.ts';

/** Where what a browser draws documents with lies among the files that pages load. */
const ENGINE = 'pdfjs/';

/** The document itself, page by page: by the viewer's script, and as a file for whoever has no scripts. */
export function documentCard(page: LinkPage, { words }: Reader): Html {
  const { view, path, files } = page;
  const { document: said } = words;
  const isTurn = view.state === 'your-turn';
  const links = html`<p class="links"><a href="${path}/document.pdf" target="_blank">${said.open}</a> <span>${said.pages(view.sheets.length)}</span> <a data-jump="${said.jump}" hidden></a></p>`;
  const sheets = html`<div class="sheets" data-sheets></div>`;
  const attributes = html`data-viewer data-pages="${path}/pages" data-pdf="${path}/document.pdf" data-engine="${files.url(`${ENGINE}pdf.min.mjs`)}" data-worker="${files.url(`${ENGINE}pdf.worker.min.mjs`)}" data-files="${files.url(ENGINE)}" data-page="${said.page}" data-yours="${said.yours}" data-loading="${said.loading}" data-failed="${said.failed}"`;
  return isTurn || view.state === 'waiting'
    ? html`<section class="card document" aria-labelledby="document" ${attributes}>
<h2 id="document">${said.heading}</h2>
${links}${sheets}
${isTurn ? html`<p class="to-sign"><a class="button" href="#sign">${said.toSign}</a></p>` : null}
</section>
`
    : html`<details class="card document" ${attributes}><summary>${said.show}</summary>
${links}${sheets}
</details>
`;
}
