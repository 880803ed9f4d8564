import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { Language } from '../../../languages/languages.ts';
import type { PageSize, StoredFile } from '../../core/documents/document.rules.ts';
import type { LanguageReader } from './language.ts';
import type { PageFiles } from './page-files.ts';
import type { SignPage } from './signing/sign-cards.ts';

/** Page in view, zoom and search; shown by the viewer's script. */
export function documentTools({ words: { tools } }: Pick<LanguageReader, 'words'>): Html {
  return html`<div class="tools" role="group" aria-label="${tools.heading}" data-tools hidden>
<span class="position" data-position></span>
<button type="button" data-zoom="out" aria-label="${tools.zoomOut}">−</button>
<output class="level" data-level>100%</output>
<button type="button" data-zoom="in" aria-label="${tools.zoomIn}">+</button>
<button type="button" data-find aria-expanded="false" aria-controls="search">${tools.find}</button>
<form role="search" id="search" data-search hidden data-hit="${tools.hit}" data-none="${tools.none}" data-pictures="${tools.pictures}" data-some="${tools.some}" data-unread="${tools.unread}" data-unloaded="${tools.unloaded}" data-reading="${tools.reading}">
<label><input type="search" autocomplete="off" enterkeyhint="search"><span class="unseen">${tools.search}</span></label>
<button type="button" data-back aria-label="${tools.previous}">↑</button>
<button type="submit" aria-label="${tools.next}">↓</button>
<output></output>
</form>
</div>
`;
}

const ENGINE = 'pdfjs/';

/** Changes with the revision, so browsers may cache it. */
export const documentPath = (path: string, { sha256 }: { readonly sha256: string }): string =>
  `${path}/document.pdf?sha256=${sha256}`;

/** What its pages say; `from` is the first page, by default 1. */
export const textPath = (path: string, { sha256 }: { readonly sha256: string }): string =>
  `${path}/text?sha256=${sha256}`;

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' };
const KILOBYTE = 1000;

/** In kB, or in MB with one decimal, such as `2.4 MB`. */
export function readableSize(bytes: number, language: Language): string {
  const kilobytes = Math.ceil(bytes / KILOBYTE);
  const isLarge = kilobytes >= KILOBYTE;
  const format = new Intl.NumberFormat(LOCALES[language], {
    maximumFractionDigits: isLarge ? 1 : 0,
  });
  return isLarge ? `${format.format(kilobytes / KILOBYTE)} MB` : `${format.format(kilobytes)} kB`;
}

/** Pages whose room is kept one by one, and the width of the room for all others. */
const MOST_ROOMS = 40;
const ROOM_WIDTH = 1000;

const room = (width: number, height: number): Html =>
  html`<figure class="sheet"><svg viewBox="0 0 ${width} ${height}"></svg></figure>`;

/** Keeps the room that pages will need, so that nothing moves when a script draws them. */
export function roomFor(sheets: readonly PageSize[]): Html {
  const others = sheets.slice(MOST_ROOMS);
  const height = others.reduce((sum, one) => sum + (ROOM_WIDTH * one.height) / one.width, 0);
  return html`${sheets.slice(0, MOST_ROOMS).map((one) => room(one.width, one.height))}${
    others.length === 0 ? null : room(ROOM_WIDTH, Math.round(height))
  }`;
}

/** Drawn by a script; without scripts, there's a link to the PDF. */
export function documentCard(page: SignPage, reader: LanguageReader): Html {
  const { view } = page;
  const { document } = reader.words;
  const isTurn = view.state === 'your-turn';
  const isToSign = isTurn || view.state === 'waiting';
  const boxes =
    isToSign && view.emptyFields > 0 ? html`<p class="boxes">${document.boxes}</p>` : null;
  const content = html`${links(page, reader)}${boxes}<p class="print-note">${document.print}</p>
${documentTools(reader)}<div class="sheets" role="group" aria-label="${document.heading}" data-sheets>${roomFor(view.sheets)}</div>`;
  return isToSign
    ? html`<section class="card document" aria-labelledby="document" ${attributesOf(page, reader)}>
<h2 id="document">${document.heading}</h2>
${content}
${isTurn ? toSign(page, reader) : null}
</section>
`
    : html`<details class="card document" ${attributesOf(page, reader)}><summary>${document.show}</summary>
${content}
</details>
`;
}

/** A script shows the button, which leads from place to place. */
function toSign({ view }: SignPage, { words: { document, places } }: LanguageReader): Html {
  const own = view.places.filter(({ isYou }) => isYou);
  const label = own.length > 1 ? places.next : places.only;
  return html`<p class="to-sign"><button type="button" class="quiet" hidden data-next-place="${places.label}">${label}</button> <output class="unseen"></output><a class="button" href="#sign">${document.toSign}</a></p>`;
}

function links(
  { view, path, isPreview }: SignPage,
  { words: { document }, language }: LanguageReader,
): Html {
  const size = readableSize(view.revision.bytes, language);
  const blocked = html`<p class="blocked">${document.blocked}</p>
`;
  return html`${isPreview ? null : blocked}<p class="links"><a href="${documentPath(path, view.revision)}" target="_blank">${document.open}</a> <span data-facts>${document.pages(view.sheets.length)}, ${size}</span></p>
`;
}

const attributesOf = ({ view, path, files }: SignPage, reader: LanguageReader): Html =>
  readerAttributes({ pages: `${path}/pages`, path, revision: view.revision, files }, reader);

interface ReadDocument {
  /** Address of its `Outline`. */
  readonly pages: string;
  /** The revision's PDF and text are below it. */
  readonly path: string;
  readonly revision: Pick<StoredFile, 'sha256' | 'bytes'>;
  readonly files: PageFiles;
}

/** What the viewer's script needs. */
export function readerAttributes(
  { pages, path, revision, files }: ReadDocument,
  { words: { document }, language }: Pick<LanguageReader, 'words' | 'language'>,
): Html {
  const size = readableSize(revision.bytes, language);
  return html`data-viewer data-pages="${pages}" data-text="${textPath(path, revision)}" data-silent="${document.silent}" data-unread="${document.unread}" data-gaps="${document.gaps}" data-engine="${files.url(`${ENGINE}pdf.min.mjs`)}" data-worker="${files.url(`${ENGINE}pdf.worker.min.mjs`)}" data-files="${files.url(ENGINE)}" data-page="${document.page}" data-yours="${document.yours}" data-loading="${document.loading(size)}" data-preparing="${document.preparing}" data-failed="${document.failed}" data-retry="${document.retry}"`;
}
