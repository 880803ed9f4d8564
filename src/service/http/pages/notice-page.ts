import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../../html/html.ts';
import type { Reader } from './language.ts';
import type { Page } from './layout.ts';
import { sendPage } from './layout.ts';
import type { Words } from './words/en.ts';

type Notice = keyof Words['notices'];

/** A page with nothing but a notice. Below a signing link, it leads back to the signer's page. */
const noticePage =
  (notice: Notice, { url, id }: FastifyRequest) =>
  ({ words }: Reader): Page => {
    const { title, words: text } = words.notices[notice];
    const quote = QUOTED.has(notice) ? words.quote(html`<code>${id}</code>`) : null;
    const start = notice === 'unknown-link' ? undefined : /^\/sign\/[\w.-]+/.exec(url)?.[0];
    return {
      title,
      state: notice,
      content: html`<section class="card">
<h1>${title}</h1>
<p>${text}</p>
${
  start
    ? html`<p><a class="button" href="${start}">${words.toStart}</a></p>
`
    : null
}${quote ? html`<p class="hint">${quote}</p>` : null}
</section>
`,
    };
  };

/** Notices that quote the request's id, for requests for help. */
const QUOTED: ReadonlySet<Notice> = new Set(['error', 'invalid']);

/** Sends a notice with the reply's status. */
export const sendNotice = (reply: FastifyReply, notice: Notice): FastifyReply =>
  sendPage(reply, noticePage(notice, reply.request));

/** The page of a failure, by its status. */
export function failurePage(status: number, request: FastifyRequest): (reader: Reader) => Page {
  if (status === 404) return noticePage('not-found', request);
  return noticePage(status >= 500 ? 'error' : 'invalid', request);
}
