import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { WORDS } from './words/dashboard.words.ts';

const { copied, copy } = WORDS.common.copy;

/** Text such as a command; `copy.js` adds the button. */
export const textToCopy = (text: string): Html =>
  html`<div class="to-copy" data-copy="${copy}" data-copied="${copied}"><pre tabindex="0"><code>${text}</code></pre></div>`;

/** A table that scrolls sideways if it's too wide. */
export const table = (
  label: string,
  heads: readonly Insert[],
  rows: readonly (readonly Insert[])[],
): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;

export const facts = (pairs: readonly (readonly [name: string, value: Insert])[]): Html =>
  html`<dl class="facts">${pairs.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

/** Link to the next page; null on the last one. */
export const older = (path: string, after: string | undefined): Html | null =>
  after === undefined
    ? null
    : html`<p><a class="button" href="${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}">${WORDS.common.older}</a></p>`;
