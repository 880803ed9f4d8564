import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { DashboardPage } from '../shell.ts';
import { noticePage } from '../shell.ts';

/** Asks for the address; `to` is where it leads afterwards. */
export const addressPage = (to: string): DashboardPage => ({
  title: 'Sign in',
  content: html`<section class="card"><form method="post" action="/dashboard/sign-in">
<input type="hidden" name="to" value="${to}">
<label class="field">Email address
<input type="email" name="email" autocomplete="email" required></label>
<button>Send me a link and a code</button></form></section>`,
});

/** The field for a mailed code. */
export const codeField: Html = html`<label class="field">Code
<input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required></label>`;

/** Where a request to sign in was made, and leads to. */
interface Asked {
  readonly signInId: string;
  readonly to: string;
  /** A code was wrong before. */
  readonly isWrong: boolean;
}

/** Asks for the code of the mail. It says the same whether anybody has the address. */
export const codePage = ({ signInId, to, isWrong }: Asked): DashboardPage => ({
  title: 'Look at your email',
  status: isWrong ? 400 : 200,
  content: html`<section class="card">
${isWrong && html`<p class="alert" role="alert">That code does not sign you in. It may be mistyped, used, or older than 15 minutes. After five wrong codes you need a new one.</p>`}
<p>If the address belongs to a member of an account, we send it a link and a code of six digits, at most five times an hour. Both work once, within 15 minutes.</p>
<form method="post" action="/dashboard/sign-in/code">
<input type="hidden" name="id" value="${signInId}"><input type="hidden" name="to" value="${to}">
${codeField}
<button>Sign in</button></form>
<p><a href="/dashboard/sign-in">No email? Ask again.</a></p></section>`,
});

/** A link's page: programs that look into mails follow links, so that only the button signs in. */
export const linkPage = (token: string): DashboardPage => ({
  title: 'Sign in',
  content: html`<section class="card"><form method="post" action="/dashboard/sign-in/${token}"><button>Sign in to the dashboard</button></form></section>`,
});

/** For a link that is wrong, used or too old. */
export const endedLinkPage: DashboardPage = noticePage(410, 'This link has ended', {
  words: 'Links to sign in work once, within 15 minutes. Ask for a new one.',
  next: { path: '/dashboard/sign-in', label: 'Ask for a new link' },
});

/** For somebody who asks too often. */
export const tooOftenPage: DashboardPage = noticePage(429, 'Too many attempts', {
  words:
    'There were too many attempts to sign in from your network. Wait a minute, then try again.',
});
