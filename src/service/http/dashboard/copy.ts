import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { WORDS } from './words/words.ts';

const { copied, copy } = WORDS.common.copy;

/** Text to take away, such as a command. The script `copy.js` adds a button that copies it. */
export const textToCopy = (text: string): Html =>
  html`<div class="to-copy" data-copy="${copy}" data-copied="${copied}"><pre tabindex="0"><code>${text}</code></pre></div>`;
