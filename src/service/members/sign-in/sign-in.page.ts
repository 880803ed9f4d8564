import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { DashboardPage } from '../../web/dashboard/dashboard-shell.ts';
import { noticePage } from '../../web/dashboard/dashboard-shell.ts';
import type { Problems } from '../../web/dashboard/form.ts';
import { passkeyForm, textField } from '../../web/dashboard/form.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import type { IdentityProvider } from './provider-trip.rules.ts';

export const HOME = '/dashboard';

const LENGTH = 1000;

/** Accepts only paths of the dashboard: the address may come from anyone. */
export const pathIn = (to: string): string =>
  to.length <= LENGTH && /^\/dashboard(\/[\w./?=&%-]*)?$/.test(to) ? to : HOME;

const { signIn: words } = WORDS;

export const SIGN_IN = '/dashboard/sign-in';

interface AskedAddress {
  /** Path to open after sign-in. */
  readonly to: string;
  readonly typed?: string;
  readonly problems?: Problems;
}

interface Ways {
  readonly providers: readonly Pick<IdentityProvider, 'id' | 'name'>[];
  readonly hasPasskeys: boolean;
}

const toField = (to: string): Html => html`<input type="hidden" name="to" value="${to}">`;

const passkeyWay = (to: string): Html =>
  passkeyForm({
    action: `${SIGN_IN}/passkey`,
    kind: 'get',
    content: html`${toField(to)}<button class="quiet">${words.passkey.button}</button>`,
    failed: words.passkey.failed,
  });

const providerWay = ({ id, name }: Ways['providers'][number], to: string): Html =>
  html`<p><a class="button" href="${SIGN_IN}/oidc/${id}?to=${encodeURIComponent(to)}">${words.provider.button(name)}</a></p>`;

/** `typed` is the address that was refused. */
export const addressPage = (
  { to, typed = '', problems }: AskedAddress,
  { providers, hasPasskeys }: Ways,
): DashboardPage => ({
  title: words.title,
  ...(problems && { status: 400, problems }),
  ...(hasPasskeys && { scripts: ['passkey.js'] }),
  content: html`<section class="card"><form method="post" action="${SIGN_IN}">
${toField(to)}
${textField({ name: 'email', label: words.address, value: typed, problems, type: 'email', required: true, more: html` autocomplete="email"` })}
<button>${words.send}</button></form>
${hasPasskeys && passkeyWay(to)}</section>
${
  providers.length > 0 &&
  html`<section class="card">${providers.map((provider) => providerWay(provider, to))}</section>`
}`,
});

/** What was typed is not shown again. */
export const codeField = (problems?: Problems): Html =>
  textField({
    name: 'code',
    label: words.code,
    value: '',
    problems,
    required: true,
    more: html` inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6"`,
  });

interface AskedSignIn {
  readonly signInId: string;
  readonly to: string;
  /** Of the last code. */
  readonly problems: Problems | undefined;
}

/** Asks for the mailed code. Never tells whether the address has a member. */
export const codePage = ({ signInId, to, problems }: AskedSignIn): DashboardPage => ({
  title: words.confirm.enter,
  ...(problems && { status: 400, problems }),
  content: html`<section class="card">
<p>${words.mayBeMailed}</p>
<form method="post" action="${SIGN_IN}/code">
<input type="hidden" name="id" value="${signInId}">${toField(to)}
${codeField(problems)}
<button>${words.button}</button></form>
<p><a href="${SIGN_IN}">${words.askAgain}</a></p></section>`,
});

/** Only the button signs in: mail scanners follow links. */
export const linkPage = (token: string): DashboardPage => ({
  title: words.title,
  content: html`<section class="card"><form method="post" action="${SIGN_IN}/${token}"><button>${words.byLink}</button></form></section>`,
});

/** For a wrong, used or expired link. */
export const endedLinkPage: DashboardPage = noticePage(410, words.ended.title, {
  words: words.ended.words,
  next: { path: SIGN_IN, label: words.ended.next },
});

export const tooOftenPage: DashboardPage = noticePage(429, words.tooOften.title, words.tooOften);

export const foreignPage: DashboardPage = noticePage(403, words.foreign.title, {
  words: words.foreign.words,
  next: { path: SIGN_IN, label: words.title },
});

/** For a passkey without a member. */
export const refusedPasskeyPage: DashboardPage = noticePage(403, words.passkey.refused.title, {
  words: words.passkey.refused.words,
  next: { path: SIGN_IN, label: words.title },
});
