import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { changeAccount } from '../../../core/accounts/create-account.ts';
import { confirmableUntil } from '../../../core/accounts/reply-address.rules.ts';
import { askReplyAddress } from '../../../core/accounts/reply-address.ts';
import { logoPath } from '../../../core/branding/logo.rules.ts';
import { removeLogo, setLogo } from '../../../core/branding/set-logo.ts';
import { DomainError } from '../../../core/domain-error.rules.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { timeOf } from '../dashboard-shell.ts';
import { alertOf, buttonForm, FORM_KEY, form, textField, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';
import { previewCard } from './preview-routes.ts';
import type { FormValues } from './reply-address-routes.ts';
import {
  changeOf,
  refusalOf,
  SETTINGS,
  senderForm,
  storedIn,
  typedIn,
} from './reply-address-routes.ts';

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
function replyCard(visit: MemberVisit, typed: string | undefined): Html {
  const { replyTo, pendingReplyTo } = visit.account;
  const value = typed ?? pendingReplyTo ?? replyTo ?? '';
  const field = { name: 'replyTo', label: replies.field, hint: replies.hint, value };
  return html`<section class="card"><h2>${replies.heading}</h2>
<p>${replyTo === null ? replies.none : replies.inUse(replyTo)}</p>
${pendingReplyTo !== null && waiting(visit, pendingReplyTo)}
${form(visit, REPLY_TO, html`${textField({ ...field, type: 'email' })}<button>${save}</button>`)}
<p class="hint">${replies.rule}</p></section>
`;
}

const LOGO = `${SETTINGS}/logo`;

/** The form's key comes before the file, which may be cut off. */
function logoCard(visit: MemberVisit): Html {
  const { logoHash, name } = visit.account;
  return html`<section class="card"><h2>${logo.heading}</h2>
${logoHash !== null && html`<p><img class="logo" src="${logoPath(logoHash)}" alt="${logo.alt(name)}"></p>`}
<form method="post" action="${LOGO}" enctype="multipart/form-data"><input type="hidden" name="${FORM_KEY}" value="${visit.formKey}">
<label class="field">${logo.field}
<input type="file" name="file" accept="image/png" required></label>
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
  readonly refused?: string;
  readonly isSaved?: boolean;
}

const settingsPage = (visit: MemberVisit, shown: ShownSettings): DashboardPage => ({
  title,
  status: shown.refused === undefined ? 200 : 400,
  content: html`${alertOf(shown.refused)}${shown.isSaved && html`<p class="saved" role="status">${saved}</p>`}
${senderForm(visit, shown.values ?? storedIn(visit.account))}${logoCard(visit)}${replyCard(visit, shown.replyTo)}${previewCard}`,
});

/** Redirects after a successful change. On a rule's objection, shows it with the typed values. */
async function changing(
  visit: MemberVisit,
  change: () => Promise<unknown>,
  typed: (error: DomainError) => ShownSettings,
): Promise<string | DashboardPage> {
  try {
    await change();
    return SAVED;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return settingsPage(visit, typed(error));
  }
}

export function settingsRoutes({ deps, page, action, upload }: DashboardRoutes): void {
  const asked = 'settings.manage';
  page(SETTINGS, asked, async (visit, { query }) =>
    settingsPage(visit, { isSaved: textOf(query, 'saved') !== '' }),
  );
  action(SETTINGS, asked, async (visit, { body }) => {
    const values = typedIn(body);
    const change = () => changeAccount(deps, visit, changeOf(values));
    return await changing(visit, change, (error) => ({ values, refused: refusalOf(error) }));
  });
  action(REPLY_TO, asked, async (visit, { body }) => {
    const replyTo = textOf(body, 'replyTo').trim();
    const change = () => askReplyAddress(deps, visit, replyTo || null);
    return await changing(visit, change, ({ message }) => ({
      replyTo,
      refused: message.replace(/^replyTo\b/, replies.heading),
    }));
  });
  upload(LOGO, asked, async (visit, { body }) => {
    const file: unknown = Reflect.get(Object(body), 'file');
    const bytes = Buffer.isBuffer(file) ? file : Buffer.alloc(0);
    const problem = await setLogo(deps, visit, bytes);
    return problem ? settingsPage(visit, { refused: logo.problems[problem] }) : SAVED;
  });
  action(`${LOGO}/remove`, asked, async (visit) => {
    await removeLogo(deps, visit);
    return SAVED;
  });
}
