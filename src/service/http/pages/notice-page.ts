import { html } from '../../../html/html.ts';
import type { Reader } from './language.ts';
import type { Page } from './layout.ts';
import type { Words } from './words/words.ts';

/** A short notice in place of what was asked for, by the name of its words. */
type Notice = keyof Words['notices'];

/** A page with nothing but a notice; `requestId` is what to quote when asking for help. */
export const noticePage =
  (notice: Notice, requestId?: string) =>
  ({ words }: Reader): Page => {
    const { title, words: said } = words.notices[notice];
    const quote = requestId && words.quote(html`<code>${requestId}</code>`);
    return {
      title,
      state: notice,
      content: html`<section class="card">
<h1>${title}</h1>
<p>${said}</p>
${quote ? html`<p class="hint">${quote}</p>` : null}
</section>
`,
    };
  };
