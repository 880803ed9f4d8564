import type { FastifyReply } from 'fastify';
import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { withPictures } from '../../../domain/mails/with-pictures.ts';
import type { Mail } from '../../../domain/outbox.ts';
import { previewMail, previewView } from '../../../use-cases/accounts/preview.ts';
import { sendPage } from '../../pages/layout.ts';
import { pageFilesOf } from '../../pages/page-files.ts';
import { signPage } from '../../pages/signing/sign-page.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import { facts } from '../table.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { SETTINGS } from './sender-form.ts';

const { preview } = WORDS.settings;

const PREVIEW = `${SETTINGS}/preview`;
const PAGE = `${PREVIEW}/page`;
const MAIL = `${PREVIEW}/mail`;

/** Leads to the previews. */
export const previewCard: Html = html`<section class="card"><h2>${preview.heading}</h2><p>${preview.words}</p>
<p class="links"><a href="${PAGE}">${preview.page}</a> <a href="${MAIL}">${preview.mail}</a></p></section>
`;

/** Nothing of it runs and no form of it is sent. Its own origin lets it load our style. */
const INERT = 'sandbox allow-same-origin';

/** As a mail program shows it: with styles and pictures of its own. Its links leave the frame. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

const POLICY = 'content-security-policy';

/** Adds to the policy that every reply has. */
const alsoPolicy = (reply: FastifyReply, directive: string): void => {
  reply.header(POLICY, `${reply.getHeader(POLICY)};${directive}`);
};

const note = html`<p class="test" role="note"><strong>${preview.label}</strong> ${preview.note} <a href="${SETTINGS}">${preview.back}</a></p>
`;

const mailPage = ({ from, replyTo, subject }: Mail): DashboardPage => ({
  title: preview.mailTitle,
  content: html`<section class="card"><p>${preview.mailNote}</p>
${facts([
  [preview.from, from],
  [preview.replyTo, replyTo ?? preview.noReplies],
  [preview.subject, subject],
])}
<p><a href="${SETTINGS}">${preview.back}</a></p></section>
<iframe class="mail" title="${preview.frame}" src="${MAIL}/body" sandbox="allow-top-navigation-by-user-activation"></iframe>`,
});

/** What signers get to see, with the account's settings as they are: by the functions that write the real pages and mails. */
export function previewRoutes({ deps, page, file }: DashboardRoutes): void {
  const mailOf = ({ account }: Visit): Promise<Mail> =>
    previewMail(deps, account, `${deps.links.baseUrl}${PAGE}`);
  file(PAGE, 'settings.manage', async ({ account }, _request, reply) => {
    const view = await previewView(deps, account);
    const files = pageFilesOf(reply.server);
    alsoPolicy(reply, INERT);
    return sendPage(reply, (reader) => ({
      ...signPage({ view, path: PAGE, files })(reader),
      note,
      scripts: [],
    }));
  });
  page(MAIL, 'settings.manage', async (visit, _request, reply) => {
    alsoPolicy(reply, "frame-src 'self'");
    return mailPage(await mailOf(visit));
  });
  file(`${MAIL}/body`, 'settings.manage', async (visit, _request, reply) => {
    const markup = withPictures(await mailOf(visit));
    reply.header(POLICY, MAIL_POLICY).header('x-frame-options', 'SAMEORIGIN');
    // What is in a sandbox has no origin to keep apart, of which browsers complain.
    reply.removeHeader('origin-agent-cluster');
    return reply
      .type('text/html; charset=utf-8')
      .send(markup.replace('<head>', '<head><base target="_top">'));
  });
}
