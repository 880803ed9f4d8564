import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { ShownEndpoint } from '../../service/index.ts';
import type { PhoneMessage } from '../authority/test-phone.ts';
import { layOut } from '../pages/page-server.ts';

const BANNER = 'TEST sandbox on this machine: signatures made here are not legally binding';
const DESK = [
  { path: '/', label: 'Sandbox' },
  { path: '/inbox', label: 'Inbox' },
  { path: '/phone', label: 'Test phone' },
] as const;

/** The desk's pages, as the dashboard's menu names them. */
export const deskMenu = (deskUrl: string) =>
  DESK.map(({ path, label }) => ({ path: `${deskUrl}${path}`, label }));

const NAV = html`<nav><a href="/dashboard">Dashboard</a>${DESK.map(
  ({ path, label }) => html`<a href="${path}">${label}</a>`,
)}</nav>`;

/** A page of the dashboard's server. */
export const dashboardLayout = (title: string, body: Html): string =>
  layOut({ title: `${title} · sandbox`, body, banner: BANNER, nav: NAV, isWide: true });

/** A time in UTC, to the second. */
export const utc = (time: string | Date): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Everything that the first page shows. */
export interface Overview {
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

const DISABLED = {
  by_hand: 'disabled',
  gone: 'disabled: it responded with 410',
  failing: 'disabled: it failed for days',
} as const;

const webhookRow = ({ endpointId, url, enabled, disabledReason }: ShownEndpoint): Html =>
  html`<tr><td class="mono">${url}</td><td>${enabled ? 'enabled' : DISABLED[disabledReason ?? 'by_hand']}</td><td class="mono">${endpointId}</td></tr>`;

const webhookTable = (webhooks: readonly ShownEndpoint[]): Html =>
  webhooks.length === 0
    ? html`<p class="soft">None yet. Add one: <code>esign sandbox webhook add http://127.0.0.1:3000/webhooks</code></p>`
    : html`<div class="scroll"><table><thead><tr><th>URL</th><th>State</th><th>ID</th></tr></thead><tbody>${webhooks.map(webhookRow)}</tbody></table></div>`;

/** The first page. */
export const dashboardPage = (overview: Overview): string =>
  dashboardLayout(
    'Sandbox',
    html`<h1>The sandbox is running</h1>
<section class="card"><h2>Overview</h2><dl>
<dt>API</dt><dd class="mono">${overview.baseUrl}</dd>
<dt>Account</dt><dd class="mono">${overview.accountId}</dd>
<dt>API key</dt><dd class="mono">${masked(overview.apiKey)}</dd>
<dt>Data folder</dt><dd class="mono">${overview.dataDir}</dd>
<dt>Test authority</dt><dd><a href="${overview.authorityUrl}/">${overview.authorityUrl}</a>: the identities you can sign with</dd>
<dt>TEST root</dt><dd class="mono">${overview.rootPath}</dd>
<dt>Clock</dt><dd>${utc(overview.now)}</dd>
<dt>Sent</dt><dd><a href="/inbox">${counted(overview.mails, 'email')}</a>, <a href="/phone">${counted(overview.texts, 'code')}</a></dd>
</dl></section>
<section class="card"><h2>Webhooks</h2>${webhookTable(overview.webhooks)}</section>
<section class="card"><h2>Try it</h2>
<p><code>esign send contract.pdf --signer "Asha Rao &lt;asha@example.in&gt; 9876543210"</code></p>
<p><code>esign sandbox sign DOCUMENT --all</code></p>
<p><code>esign verify signed.pdf --root ${overview.rootPath}</code></p></section>`,
  );

const textRow = ({ at, mobile, code, reference }: PhoneMessage): Html =>
  html`<li><span class="code">${code}</span><br>
<span class="soft">to ${mobile}, reference <strong>${reference}</strong>, ${utc(at)}</span></li>`;

/** The codes that the authority sent, newest first. */
export const phonePage = (texts: readonly PhoneMessage[]): string =>
  dashboardLayout(
    'Test phone',
    html`<h1>Test phone</h1>
<section class="card">${
      texts.length === 0
        ? html`<p>No codes yet. One arrives when a signer requests it on the authority’s page.</p>`
        : html`<ul class="people">${texts.toReversed().map(textRow)}</ul>`
    }</section>`,
  );

/** The page for a browser without the desk's cookie; `command` opens the page that it asked for. */
export const lockedPage = (command: string): string =>
  layOut({
    title: 'Locked · sandbox',
    banner: BANNER,
    body: html`<h1>Open this page from a terminal</h1>
<section class="card"><p>Mails and codes of the sandbox are shown only in a browser that its owner has let in. To open this page, type:</p>
<p><code>${command}</code></p></section>`,
  });

/** A page with nothing but a notice. */
export const noticePage = (sentence: string): string =>
  dashboardLayout(
    'Notice',
    html`<h1>Nothing to show</h1><p class="alert" role="alert">${sentence}</p>`,
  );
