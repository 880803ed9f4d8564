import { html } from '../../../html/html.ts';
import type { Failure, FailureFormat } from '../error-replies.ts';
import type { Reader } from './language.ts';
import type { Page } from './layout.ts';
import { pageText } from './layout.ts';
import type { Words } from './words/en.ts';

type Notice = keyof Words['notices'];

/** A page with nothing but a notice; `requestId` is quoted in requests for help. */
export const noticePage =
  (notice: Notice, requestId?: string) =>
  ({ words }: Reader): Page => {
    const { title, words: text } = words.notices[notice];
    const quote = requestId && words.quote(html`<code>${requestId}</code>`);
    return {
      title,
      state: notice,
      content: html`<section class="card">
<h1>${title}</h1>
<p>${text}</p>
${quote ? html`<p class="hint">${quote}</p>` : null}
</section>
`,
    };
  };

function noticeOf({ status }: Failure): Notice {
  if (status === 404) return 'not-found';
  return status >= 500 ? 'error' : 'invalid';
}

/** Errors as pages. */
export const PAGE_FAILURES: FailureFormat = {
  contentType: 'text/html; charset=utf-8',
  write(failure, request) {
    const notice = noticeOf(failure);
    return pageText(request, noticePage(notice, notice === 'not-found' ? undefined : request.id));
  },
};
