import type { FastifyReply } from 'fastify';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { Mail } from '../core/mails/mail-notice.rules.ts';

/** Inlines a mail's attached pictures in its HTML. */
const withPictures = ({ html, attachments = [] }: Pick<Mail, 'html' | 'attachments'>): string =>
  attachments.reduce(
    (shown, { contentId, contentType, content }) =>
      shown.replaceAll(
        `"cid:${contentId}"`,
        `"data:${contentType};base64,${content.toString('base64')}"`,
      ),
    html,
  );

const POLICY = 'content-security-policy';

/** A mail has its own styles and pictures. Nothing else loads or runs, and it has no origin. */
const HEADERS = {
  [POLICY]:
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  // Browsers warn otherwise: a document without an origin can't be isolated by it.
  'origin-agent-cluster': '?0',
};

function alsoPolicy(reply: FastifyReply, directive: string): void {
  reply.header(POLICY, `${reply.getHeader(POLICY)};${directive}`);
}

/** Blocks scripts and forms of a page. It keeps its origin, to load our style. */
export const makeInert = (reply: FastifyReply): void =>
  alsoPolicy(reply, 'sandbox allow-same-origin');

/** Shows a mail in an iframe, as a mail program does, and allows the page such frames. */
export function mailFrame(reply: FastifyReply, title: string, path: string): Html {
  alsoPolicy(reply, "frame-src 'self'");
  return html`<iframe title="${title}" src="${path}" sandbox="allow-top-navigation-by-user-activation"></iframe>`;
}

/** Sends the iframe's content: a mail with its pictures, whose links open outside the frame. */
export const sendFramedMail = (
  reply: FastifyReply,
  mail: Pick<Mail, 'html' | 'attachments'>,
): FastifyReply =>
  reply
    .headers(HEADERS)
    .type('text/html; charset=utf-8')
    .send(withPictures(mail).replace('<head>', '<head><base target="_top">'));
