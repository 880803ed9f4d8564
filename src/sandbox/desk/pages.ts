import type { PhoneMessage } from '../authority/test-phone.ts';
import type { SandboxWebhook } from '../control-face.ts';
import type { KeptMail } from '../mail-inbox.ts';
import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import { layout } from '../pages/layout.ts';

const BANNER = 'TEST sandbox on this machine: mails and codes stay here';
const NAV = html`<nav><a href="/">Dashboard</a><a href="/inbox">Inbox</a><a href="/phone">Test phone</a></nav>`;
const LINK = /(https?:\/\/[^\s<>"')]+)/;

/** A time in UTC, to the second. */
const utc = (time: string | Date): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

const page = (title: string, body: Html): string =>
  layout({ title: `${title} · sandbox`, body, banner: BANNER, nav: NAV, isWide: true });

/** What the dashboard shows. */
export interface Whole {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly rootPath: string;
  readonly apiKey: string;
  readonly accountId: string;
  readonly now: Date;
  readonly mails: number;
  readonly texts: number;
  readonly webhooks: readonly SandboxWebhook[];
}

const SHOWN_CHARACTERS = 12;
const masked = (key: string): string => `${key.slice(0, SHOWN_CHARACTERS)}…`;

const webhookRow = ({ endpointId, url, enabled }: SandboxWebhook): Html =>
  html`<tr><td class="mono">${url}</td><td>${enabled ? 'on' : 'off'}</td><td class="mono">${endpointId}</td></tr>`;

const webhookTable = (webhooks: readonly SandboxWebhook[]): Html =>
  webhooks.length === 0
    ? html`<p class="soft">None yet. Add one: <code>esign sandbox webhook add http://127.0.0.1:3000/webhooks</code></p>`
    : html`<div class="scroll"><table><thead><tr><th>URL</th><th>State</th><th>Id</th></tr></thead><tbody>${webhooks.map(webhookRow)}</tbody></table></div>`;

/** What is where. */
export const dashboardPage = (whole: Whole): string =>
  page(
    'Dashboard',
    html`<h1>The sandbox is running</h1>
<section class="card"><h2>Where things are</h2><dl>
<dt>API</dt><dd class="mono">${whole.baseUrl}</dd>
<dt>Account</dt><dd class="mono">${whole.accountId}</dd>
<dt>Key</dt><dd class="mono">${masked(whole.apiKey)}</dd>
<dt>Data folder</dt><dd class="mono">${whole.dataDir}</dd>
<dt>TEST root</dt><dd class="mono">${whole.rootPath}</dd>
<dt>Clock</dt><dd>${utc(whole.now)}</dd>
<dt>Sent</dt><dd><a href="/inbox">${counted(whole.mails, 'mail')}</a>, <a href="/phone">${counted(whole.texts, 'code')}</a></dd>
</dl></section>
<section class="card"><h2>Webhooks</h2>${webhookTable(whole.webhooks)}</section>
<section class="card"><h2>Try it</h2>
<p><code>esign send contract.pdf --signer "Asha Rao &lt;asha@example.in&gt; 9876543210"</code></p>
<p><code>esign sandbox sign DOCUMENT --all</code></p>
<p><code>esign verify signed.pdf --root ${whole.rootPath}</code></p></section>`,
  );

const mailRow = ({ number, at, to, subject }: KeptMail): Html =>
  html`<tr><td>${utc(at)}</td><td>${to}</td><td><a href="/inbox/${number}">${subject}</a></td></tr>`;

/** The mails that the service sent, newest first. */
export const inboxPage = (mails: readonly KeptMail[]): string =>
  page(
    'Inbox',
    html`<h1>Inbox</h1>
<section class="card">${
      mails.length === 0
        ? html`<p>No mail yet. Signers get theirs when a document is sent: <code>esign send DOCUMENT</code></p>`
        : html`<div class="scroll"><table><thead><tr><th>Time</th><th>To</th><th>Subject</th></tr></thead><tbody>${mails.toReversed().map(mailRow)}</tbody></table></div>`
    }</section>`,
  );

const linked = (text: string): Html[] =>
  text
    .split(LINK)
    .map((part, i) =>
      i % 2 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`,
    );

/** One mail: its text with its links, and how it looks as HTML. */
export const mailPage = (mail: KeptMail): string =>
  page(
    mail.subject,
    html`<h1>${mail.subject}</h1>
<section class="card"><dl><dt>To</dt><dd>${mail.to}</dd><dt>Time</dt><dd>${utc(mail.at)}</dd></dl>
<pre>${linked(mail.text)}</pre></section>
<section class="card"><h2>As HTML</h2>
<iframe title="The mail as HTML" src="/inbox/${mail.number}/body" sandbox="allow-top-navigation-by-user-activation"></iframe></section>`,
  );

const textRow = ({ at, mobile, code, reference }: PhoneMessage): Html =>
  html`<tr><td class="code">${code}</td><td>${reference}</td><td>${mobile}</td><td>${utc(at)}</td></tr>`;

/** The codes that the authority sent, newest first. */
export const phonePage = (texts: readonly PhoneMessage[]): string =>
  page(
    'Test phone',
    html`<h1>Test phone</h1>
<section class="card">${
      texts.length === 0
        ? html`<p>No code yet. One comes when a signer asks for it at the authority's page.</p>`
        : html`<div class="scroll"><table><thead><tr><th>Code</th><th>Reference</th><th>To</th><th>Time</th></tr></thead><tbody>${texts.toReversed().map(textRow)}</tbody></table></div>`
    }</section>`,
  );

/** Says in a sentence why there is nothing to see. */
export const noticePage = (sentence: string): string =>
  page('Notice', html`<h1>Nothing to show</h1><p class="alert" role="alert">${sentence}</p>`);
