import type { FastifyRequest } from 'fastify';
import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { changeAccount } from '../../../core/accounts/create-account.ts';
import { confirmableUntil } from '../../../core/accounts/reply-address.rules.ts';
import { askReplyAddress } from '../../../core/accounts/reply-address.ts';
import { logoPath } from '../../../core/branding/logo.rules.ts';
import { previewMail, previewView } from '../../../core/branding/preview-branding.ts';
import { removeLogo, setLogo } from '../../../core/branding/set-logo.ts';
import type { Mail } from '../../../core/mails/mail-notice.rules.ts';
import { mailFrame, makeInert, sendFramedMail } from '../../mail-frame.ts';
import { sendPage } from '../../pages/layout.ts';
import { pageFilesOf } from '../../pages/page-files.ts';
import { signPage } from '../../pages/signing/sign-page.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { facts, timeOf } from '../dashboard-shell.ts';
import type { Problems } from '../form.ts';
import { buttonForm, FORM_KEY, form, labelled, textField, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import { orAgain } from '../routes.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';
import type { FormValues } from './reply-address-routes.ts';
import {
  changeOf,
  problemsOf,
  SETTINGS,
  senderForm,
  storedIn,
  typedIn,
} from './reply-address-routes.ts';

const { preview } = WORDS.settings;

const PREVIEW = `${SETTINGS}/preview`;
const PAGE = `${PREVIEW}/page`;
const MAIL = `${PREVIEW}/mail`;

const previewCard: Html = html`<section class="card"><h2>${preview.heading}</h2><p>${preview.words}</p>
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

const { title, saved, save, replies, logo } = WORDS.settings;

const REPLY_TO = `${SETTINGS}/reply-to`;

/** Submits an address as if typed. */
const addressButton = (visit: MemberVisit, address: string, label: string): Html =>
  form(
    visit,
    REPLY_TO,
    html`<input type="hidden" name="replyTo" value="${address}"><button class="quiet">${label}</button>`,
  );

function waiting(visit: MemberVisit, address: string): Html {
  const until = confirmableUntil(visit.account, visit.now);
  const words = until ? replies.waits(address, timeOf(until)) : replies.over(address);
  return html`<p role="status">${words}</p>
<div class="buttons">${addressButton(visit, address, replies.again)}${addressButton(visit, visit.account.replyTo ?? '', replies.cancel)}</div>
`;
}

/** The reply address, any unconfirmed one, and the form to change it. */
function replyCard(visit: MemberVisit, { replyTo: typed, problems }: ShownSettings): Html {
  const { replyTo, pendingReplyTo } = visit.account;
  const value = typed ?? pendingReplyTo ?? replyTo ?? '';
  const field = { name: 'replyTo', label: replies.field, hint: replies.hint, value, problems };
  return html`<section class="card"><h2>${replies.heading}</h2>
<p>${replyTo === null ? replies.none : replies.inUse(replyTo)}</p>
${pendingReplyTo !== null && waiting(visit, pendingReplyTo)}
${form(visit, REPLY_TO, html`${textField({ ...field, type: 'email' })}<button>${save}</button>`)}
<p class="hint">${replies.rule}</p></section>
`;
}

const LOGO = `${SETTINGS}/logo`;

/** The form's key comes before the file, which may be cut off. */
function logoCard(visit: MemberVisit, problems: Problems): Html {
  const { logoHash, name } = visit.account;
  return html`<section class="card"><h2>${logo.heading}</h2>
${logoHash !== null && html`<p><img class="logo" src="${logoPath(logoHash)}" alt="${logo.alt(name)}"></p>`}
<form method="post" action="${LOGO}" enctype="multipart/form-data"><input type="hidden" name="${FORM_KEY}" value="${visit.formKey}">
${labelled({ name: 'file', label: logo.field, problems }, (marks) => html`<input type="file" name="file" accept="image/png" required${marks}>`)}
<button>${logo.upload}</button></form>
${logoHash !== null && buttonForm(visit, `${LOGO}/remove`, { label: logo.remove })}
<p class="hint">${logo.rule}</p></section>
`;
}

const SAVED = `${SETTINGS}?saved=1`;

interface ShownSettings {
  /** As typed; the stored ones by default. */
  readonly values?: FormValues;
  readonly replyTo?: string;
  readonly problems?: Problems;
  readonly isSaved?: boolean;
}

function settingsPage(visit: MemberVisit, shown: ShownSettings): DashboardPage {
  const { values = storedIn(visit.account), problems = {} } = shown;
  return {
    title,
    scripts: ['colour.js'],
    ...(shown.problems && { status: 400, problems }),
    content: html`${shown.isSaved && html`<p class="saved" role="status">${saved}</p>`}
${senderForm(visit, values, problems)}${logoCard(visit, problems)}${replyCard(visit, shown)}${previewCard}`,
  };
}

export function settingsRoutes({ deps, page, action, upload }: DashboardRoutes): void {
  const asked = 'settings.manage';
  page(SETTINGS, asked, async (visit, { query }) =>
    settingsPage(visit, { isSaved: textOf(query, 'saved') !== '' }),
  );
  const saving = async (visit: MemberVisit, { body }: FastifyRequest) => {
    await changeAccount(deps, visit, changeOf(typedIn(body)));
    return SAVED;
  };
  const showSettings = (visit: MemberVisit, { body }: FastifyRequest) => {
    const values = typedIn(body);
    return settingsPage(visit, { values, problems: problemsOf(values) });
  };
  action(SETTINGS, asked, orAgain(saving, showSettings));
  const replyToIn = ({ body }: FastifyRequest) => textOf(body, 'replyTo').trim();
  const asking = async (visit: MemberVisit, request: FastifyRequest) => {
    await askReplyAddress(deps, visit, replyToIn(request) || null);
    return SAVED;
  };
  const showAddress = (visit: MemberVisit, request: FastifyRequest, typed: Problems) => {
    const [[, message = ''] = []] = Object.entries(typed);
    const problems = { replyTo: message.replace(/^replyTo\b/, replies.heading) };
    return settingsPage(visit, { replyTo: replyToIn(request), problems });
  };
  action(REPLY_TO, asked, orAgain(asking, showAddress));
  upload(LOGO, asked, async (visit, { body }) => {
    const file: unknown = Reflect.get(Object(body), 'file');
    const bytes = Buffer.isBuffer(file) ? file : Buffer.alloc(0);
    const problem = await setLogo(deps, visit, bytes);
    return problem ? settingsPage(visit, { problems: { file: logo.problems[problem] } }) : SAVED;
  });
  action(`${LOGO}/remove`, asked, async (visit) => {
    await removeLogo(deps, visit);
    return SAVED;
  });
}
