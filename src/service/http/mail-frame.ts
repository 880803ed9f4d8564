import type { FastifyReply } from 'fastify';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { Mail } from '../domain/outbox.ts';

/** A mail's HTML for a browser: the pictures that went along with the mail are in it. */
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

/** A mail may have its own styles and pictures; nothing is loaded, nothing runs, and it has no origin: not even the dashboard's. */
const HEADERS = {
  [POLICY]:
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  // A document without an origin cannot be kept apart by it, and browsers warn.
  'origin-agent-cluster': '?0',
};

/** Adds a directive to the policy that every reply has. */
function alsoPolicy(reply: FastifyReply, directive: string): void {
  reply.header(POLICY, `${reply.getHeader(POLICY)};${directive}`);
}

/** Lets nothing of a page run, and no form of it be sent. It keeps its origin, which lets it load our style. */
export const makeInert = (reply: FastifyReply): void =>
  alsoPolicy(reply, 'sandbox allow-same-origin');

/** The HTML of a mail in a frame of its own, as a mail program shows it. Lets the page show frames from its own origin. */
export function mailFrame(reply: FastifyReply, title: string, path: string): Html {
  alsoPolicy(reply, "frame-src 'self'");
  return html`<iframe title="${title}" src="${path}" sandbox="allow-top-navigation-by-user-activation"></iframe>`;
}

/** Sends what stands in such a frame: the mail with the pictures that came along, whose links leave the frame. */
export const sendFramedMail = (
  reply: FastifyReply,
  mail: Pick<Mail, 'html' | 'attachments'>,
): FastifyReply =>
  reply
    .headers(HEADERS)
    .type('text/html; charset=utf-8')
    .send(withPictures(mail).replace('<head>', '<head><base target="_top">'));
