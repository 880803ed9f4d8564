import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { LanguageReader } from './language.ts';
import type { Page } from './layout.ts';
import { sendPage } from './layout.ts';
import type { Words } from './words/en.ts';

type ShownNotice = keyof Words['notices'];

const isRetried = (notice: ShownNotice, { method }: FastifyRequest): boolean =>
  notice === 'unavailable' && method === 'GET';

/** Below a signing link, leads back to the signer's page. */
export const noticePage =
  (notice: ShownNotice, request: FastifyRequest) =>
  ({ words }: LanguageReader): Page => {
    const { title, words: text } = words.notices[notice];
    const quote = QUOTED.has(notice) ? words.quote(html`<code>${request.id}</code>`) : null;
    return {
      title,
      state: notice,
      scripts: isRetried(notice, request) ? ['retry.js'] : [],
      content: html`<section class="card">
<h1>${title}</h1>
<p>${text}</p>
${wayOn(notice, request, words)}${quote ? html`<p class="hint">${quote}</p>` : null}
</section>
`,
    };
  };

function wayOn(notice: ShownNotice, request: FastifyRequest, words: Words): Html | null {
  if (isRetried(notice, request)) return button('', words.turn.again);
  if (notice === 'unknown-link') return null;
  const start = /^\/sign\/[\w.-]+/.exec(request.url)?.[0];
  return start ? button(start, words.toStart) : null;
}

const button = (href: string, words: string): Html =>
  html`<p><a class="button" href="${href}">${words}</a></p>
`;

/** Show the request's id, to quote when asking for help. */
const QUOTED: ReadonlySet<ShownNotice> = new Set(['error', 'invalid']);

export const sendNotice = (reply: FastifyReply, notice: ShownNotice): FastifyReply =>
  sendPage(reply, noticePage(notice, reply.request));

export function failurePage(
  status: number,
  request: FastifyRequest,
): (reader: LanguageReader) => Page {
  if (status === 404) return noticePage('not-found', request);
  if (status === 503) return noticePage('unavailable', request);
  return noticePage(status >= 500 ? 'error' : 'invalid', request);
}
