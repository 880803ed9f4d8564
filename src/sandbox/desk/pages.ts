import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { ShownEndpoint } from '../../service/index.ts';
import type { PhoneMessage } from '../authority/test-phone.ts';
import { deskPage, utc } from './desk-page.ts';

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

/** What the dashboard shows. */
export interface Whole {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly authorityUrl: string;
  readonly rootPath: string;
  readonly apiKey: string;
  readonly accountId: string;
  readonly now: Date;
  readonly mails: number;
  readonly texts: number;
  readonly webhooks: readonly ShownEndpoint[];
}

const SHOWN_CHARACTERS = 12;
const masked = (key: string): string => `${key.slice(0, SHOWN_CHARACTERS)}…`;

const OFF = {
  by_hand: 'off',
  gone: 'off: it answered 410',
  failing: 'off: it failed for days',
} as const;

const webhookRow = ({ endpointId, url, enabled, disabledReason }: ShownEndpoint): Html =>
  html`<tr><td class="mono">${url}</td><td>${enabled ? 'on' : OFF[disabledReason ?? 'by_hand']}</td><td class="mono">${endpointId}</td></tr>`;

const webhookTable = (webhooks: readonly ShownEndpoint[]): Html =>
  webhooks.length === 0
    ? html`<p class="soft">None yet. Add one: <code>esign sandbox webhook add http://127.0.0.1:3000/webhooks</code></p>`
    : html`<div class="scroll"><table><thead><tr><th>URL</th><th>State</th><th>Id</th></tr></thead><tbody>${webhooks.map(webhookRow)}</tbody></table></div>`;

/** What is where. */
export const dashboardPage = (whole: Whole): string =>
  deskPage(
    'Dashboard',
    html`<h1>The sandbox is running</h1>
<section class="card"><h2>Where things are</h2><dl>
<dt>API</dt><dd class="mono">${whole.baseUrl}</dd>
<dt>Account</dt><dd class="mono">${whole.accountId}</dd>
<dt>Key</dt><dd class="mono">${masked(whole.apiKey)}</dd>
<dt>Data folder</dt><dd class="mono">${whole.dataDir}</dd>
<dt>Test authority</dt><dd><a href="${whole.authorityUrl}/">${whole.authorityUrl}</a>: whom one can sign as</dd>
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

const textRow = ({ at, mobile, code, reference }: PhoneMessage): Html =>
  html`<tr><td class="code">${code}</td><td>${reference}</td><td>${mobile}</td><td>${utc(at)}</td></tr>`;

/** The codes that the authority sent, newest first. */
export const phonePage = (texts: readonly PhoneMessage[]): string =>
  deskPage(
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
  deskPage('Notice', html`<h1>Nothing to show</h1><p class="alert" role="alert">${sentence}</p>`);
