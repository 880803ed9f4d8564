import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { WORDS } from './words/words.ts';

const { copied, copy } = WORDS.common.copy;

/** Text such as a command; `copy.js` adds the button. */
export const textToCopy = (text: string): Html =>
  html`<div class="to-copy" data-copy="${copy}" data-copied="${copied}"><pre tabindex="0"><code>${text}</code></pre></div>`;
