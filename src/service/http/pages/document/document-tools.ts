import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Reader } from '../language.ts';

/** The tools of the document, shown by the viewer's script: page in view, zoom, search. */
export function documentTools({ words: { tools } }: Reader): Html {
  return html`<div class="tools" role="group" aria-label="${tools.heading}" data-tools hidden>
<span class="position" data-position></span>
<button type="button" data-zoom="out" aria-label="${tools.zoomOut}">−</button>
<output class="level" data-level>100 %</output>
<button type="button" data-zoom="in" aria-label="${tools.zoomIn}">+</button>
<button type="button" data-find aria-expanded="false" aria-controls="search">${tools.find}</button>
<form role="search" id="search" data-search hidden data-hit="${tools.hit}" data-none="${tools.none}" data-pictures="${tools.pictures}" data-some="${tools.some}" data-reading="${tools.reading}">
<label><input type="search" autocomplete="off" enterkeyhint="search"><span class="unseen">${tools.search}</span></label>
<button type="button" data-back aria-label="${tools.previous}">↑</button>
<button type="submit" aria-label="${tools.next}">↓</button>
<output></output>
</form>
</div>
`;
}
