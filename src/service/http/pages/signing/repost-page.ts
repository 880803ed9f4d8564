import type { FastifyReply } from 'fastify';
import { html } from '../../../../html/html.ts';
import { unavailable } from '../../error-replies.ts';
import type { Reader } from '../language.ts';
import type { Page } from '../layout.ts';
import { sendPage } from '../layout.ts';

/**
 * Holds an answer that may not have been kept, and posts it again: by script, or by its button. As multipart, in which it takes no more
 * bytes than it came in.
 */
const repostPage =
  (address: string, fields: Readonly<Record<string, string>>) =>
  ({ words: { repost } }: Reader): Page => ({
    title: repost.title,
    state: 'repost',
    scripts: ['retry.js'],
    content: html`<section class="card">
<h1>${repost.title}</h1>
<p>${repost.words}</p>
<form method="post" action="${address}" enctype="multipart/form-data" data-retry>
${Object.entries(fields).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
)}<button type="submit">${repost.button}</button>
</form>
</section>
`,
  });

/** Gives an answer back to the browser that brought it, while the database takes no work; itself needs no database. */
export function sendRepost(
  reply: FastifyReply,
  fields: Readonly<Record<string, string>>,
): FastifyReply {
  return sendPage(unavailable(reply), repostPage(reply.request.url, fields));
}
