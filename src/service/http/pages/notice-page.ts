import { html } from './html.ts';
import type { Page } from './layout.ts';

/** A short notice in place of what was asked for. */
export interface Notice {
  readonly state: string;
  readonly title: string;
  readonly words: string;
  readonly requestId?: string;
}

/** A page with nothing but a notice. */
export function noticePage({ state, title, words, requestId }: Notice): Page {
  return {
    title,
    state,
    content: html`<section class="card">
<h1>${title}</h1>
<p>${words}</p>
${requestId ? html`<p class="hint">If you ask for help, quote <code>${requestId}</code>.</p>` : null}
</section>
`,
  };
}

/** What a link that is not ours shows. */
export const UNKNOWN_LINK: Notice = {
  state: 'unknown-link',
  title: 'This link leads nowhere',
  words:
    'Perhaps it was cut when it was copied. Open it again from the mail that brought it, whole.',
};

/** What a download link shows once its time has passed. */
export const EXPIRED_LINK: Notice = {
  state: 'expired-link',
  title: 'This download link has expired',
  words:
    'Download links work for a few minutes. Open the page that showed it again for a fresh one.',
};

/** What an answer shows that belongs to no signature under way. */
export const UNKNOWN_SIGNATURE: Notice = {
  state: 'unknown-signature',
  title: 'No signature is waiting for this answer',
  words: 'Open your signing link again from the mail that brought it, and start again there.',
};

/** What an answer shows that the authority did not give. */
export const REFUSED_ANSWER: Notice = {
  state: 'refused-answer',
  title: 'The answer could not be accepted',
  words:
    'It is not one that the certifying authority gave. Nothing was signed. Open your signing link again and start again.',
};
