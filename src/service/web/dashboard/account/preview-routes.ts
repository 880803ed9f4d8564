import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { previewMail, previewView } from '../../../core/branding/preview-branding.ts';
import type { Mail } from '../../../core/mails/mail-notice.rules.ts';
import { mailFrame, makeInert, sendFramedMail } from '../../mail-frame.ts';
import { sendPage } from '../../pages/layout.ts';
import { pageFilesOf } from '../../pages/page-files.ts';
import { signPage } from '../../pages/signing/sign-page.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { facts } from '../dashboard-shell.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';
import { SETTINGS } from './reply-address-routes.ts';

const { preview } = WORDS.settings;

const PREVIEW = `${SETTINGS}/preview`;
const PAGE = `${PREVIEW}/page`;
const MAIL = `${PREVIEW}/mail`;

export const previewCard: Html = html`<section class="card"><h2>${preview.heading}</h2><p>${preview.words}</p>
<p class="links"><a href="${PAGE}">${preview.page}</a> <a href="${MAIL}">${preview.mail}</a></p></section>
`;

const note = html`<p class="test" role="note"><strong>${preview.label}</strong> ${preview.note} <a href="${SETTINGS}">${preview.back}</a></p>
`;

const mailPage = ({ from, replyTo, subject }: Mail, frame: Html): DashboardPage => ({
  title: preview.mailTitle,
  content: html`<section class="card"><p>${preview.mailNote}</p>
${facts([
  [preview.from, from],
  [preview.replyTo, replyTo ?? preview.noReplies],
  [preview.subject, subject],
])}
<p><a href="${SETTINGS}">${preview.back}</a></p></section>
${frame}`,
});

/** Previews come from the functions that write the real pages and mails. */
export function previewRoutes({ deps, page, file }: DashboardRoutes): void {
  const mailOf = (visit: MemberVisit): Promise<Mail> =>
    previewMail(deps, visit, `${deps.links.baseUrl}${PAGE}`);
  file(PAGE, 'settings.manage', async (visit, _request, reply) => {
    const view = await previewView(deps, visit);
    const files = pageFilesOf(reply.server);
    makeInert(reply);
    return sendPage(reply, (reader) => ({
      ...signPage({ view, path: PAGE, files, isPreview: true })(reader),
      note,
      scripts: [],
    }));
  });
  page(MAIL, 'settings.manage', async (visit, _request, reply) =>
    mailPage(await mailOf(visit), mailFrame(reply, preview.frame, `${MAIL}/body`)),
  );
  file(`${MAIL}/body`, 'settings.manage', async (visit, _request, reply) =>
    sendFramedMail(reply, await mailOf(visit)),
  );
}
