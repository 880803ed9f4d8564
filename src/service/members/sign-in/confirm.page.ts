import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import type { DashboardPage } from '../../web/dashboard/dashboard-shell.ts';
import { alertOf, buttonForm, form, keyField } from '../../web/dashboard/form.ts';
import { passkeyForm } from '../../web/dashboard/passkey-form.ts';
import type { MemberVisit } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import { codeField } from './sign-in.page.ts';

const { confirm: words, askAgain } = WORDS.signIn;

export const CONFIRM = '/dashboard/confirm';

export interface ConfirmWays {
  readonly provider: Pick<IdentityProvider, 'id' | 'name'> | undefined;
  readonly hasMail: boolean;
  readonly hasPasskey: boolean;
}

const byPasskey = (visit: MemberVisit): Html =>
  passkeyForm({
    action: `${CONFIRM}/passkey`,
    kind: 'get',
    content: html`${keyField(visit)}<button>${words.passkey}</button>`,
    failed: words.passkeyFailed,
  });

const byMail = (visit: MemberVisit): Html => html`<p>${words.byMail(visit.user.email)}</p>
${buttonForm(visit, CONFIRM, { label: words.send, quiet: false })}`;

/** `refused` is the reason for a failed confirmation. */
export const askPage = (
  visit: MemberVisit,
  ways: ConfirmWays,
  refused?: string,
): DashboardPage => ({
  title: words.title,
  status: refused === undefined ? 200 : 400,
  ...(ways.hasPasskey && { scripts: ['passkey.js'] }),
  content: html`<section class="card">${alertOf(refused)}<p>${words.lasts}</p>
${ways.hasPasskey && byPasskey(visit)}
${
  ways.provider &&
  html`<p><a class="button" href="${CONFIRM}/oidc/${ways.provider.id}">${words.provider(ways.provider.name)}</a></p>`
}
${ways.hasMail && byMail(visit)}</section>`,
});

export const codePage = (
  visit: MemberVisit,
  signInId: string,
  refused?: string,
): DashboardPage => ({
  title: words.enter,
  status: refused === undefined ? 200 : 400,
  content: html`<section class="card">${alertOf(refused)}
${form(visit, `${CONFIRM}/code`, html`<input type="hidden" name="id" value="${signInId}">${codeField}<button>${words.button}</button>`)}
<p><a href="${CONFIRM}">${askAgain}</a></p></section>`,
});
