import type { Html, Insert } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { DashboardAddition, DashboardPage, DashboardRoutes } from '../../service/index.ts';
import { facts, table, timeOf } from '../../service/index.ts';
import { inGroups, outcomeOf } from '../authority/authority-pages.ts';
import type { TestIdentity } from '../authority/identities.ts';
import { TEST_IDENTITIES } from '../authority/identities.ts';
import { rootPath } from '../authority/pki/pki.ts';
import type { PhoneMessage, TestPhone } from '../authority/test-phone.ts';
import { EN } from '../authority/words/english.ts';
import type { SandboxParts } from '../open-parts.ts';
import type { Desk } from './controls-page.ts';
import { addControls } from './controls-page.ts';
import { DESK, WORDS } from './desk-words.ts';
import { addInbox } from './inbox-pages.ts';

const ofPhone = WORDS.phone;

const codeRow = ({ at, mobile, code, reference }: PhoneMessage): Insert[] => [
  html`<strong>${code}</strong>`,
  mobile,
  reference,
  timeOf(at),
];

const phonePage = (phone: TestPhone): DashboardPage => ({
  title: ofPhone.title,
  live: phone.messages(),
  content: html`<section class="card">${
    phone.messages().length === 0
      ? html`<p>${ofPhone.none}</p>`
      : table(ofPhone.title, ofPhone.heads, phone.messages().toReversed().map(codeRow))
  }</section>`,
});

const SHOWN_CHARACTERS = 12;
const masked = (key: string): string => `${key.slice(0, SHOWN_CHARACTERS)}…`;

function overviewPage(parts: SandboxParts, baseUrl: string): DashboardPage {
  const { dataDir, keys, clock, inbox, phone, places, accounts } = parts;
  const { overview: words } = WORDS;
  const code = (text: string | undefined) => html`<code>${text}</code>`;
  const root = rootPath(dataDir);
  return {
    title: words.title,
    content: html`<section class="card" aria-label="${words.facts}">${facts([
      [words.api, code(baseUrl)],
      [words.account, code(accounts.all()[0]?.accountId)],
      [words.apiKey, code(masked(keys.apiKey))],
      [words.dataDir, code(dataDir)],
      [words.authority, html`<a href="${places.authorityUrl}/">${places.authorityUrl}</a>`],
      [words.root, code(root)],
      [words.clock, timeOf(clock.now())],
      [
        words.sent,
        html`<a href="${DESK.inbox}">${words.mails(inbox.mails().length)}</a>, <a href="${DESK.phone}">${words.codes(phone.messages().length)}</a>`,
      ],
    ])}</section>
<section class="card"><h2>${words.tryIt}</h2>
<pre class="wrapped"><code>esign send contract.pdf --signer "Asha Rao &lt;asha@example.in&gt; 9876543210"
esign sandbox sign DOCUMENT --all
esign verify signed.pdf --root ${root}</code></pre></section>`,
  };
}

const ofIdentities = WORDS.identities;
const fails = ({ outcome: { kind } }: TestIdentity): boolean =>
  kind === 'fails' || kind === 'wrong-code';

const rowOf = (identity: TestIdentity): Insert[] => [
  html`<strong>${identity.name}</strong>`,
  outcomeOf(identity, EN),
  html`<code>${inGroups(identity.number)}</code>`,
  html`<code>${inGroups(identity.virtualId)}</code>`,
];

const card = (title: string, identities: readonly TestIdentity[]): Html =>
  html`<section class="card"><h2>${title}</h2>${table(title, ofIdentities.heads, identities.map(rowOf))}</section>`;

const identitiesPage = (authorityUrl: string): DashboardPage => ({
  title: ofIdentities.title,
  content: html`<p>${ofIdentities.hint} <a href="${authorityUrl}/">${ofIdentities.authority}</a></p>
${card(
  ofIdentities.sign,
  TEST_IDENTITIES.filter((identity) => !fails(identity)),
)}
${card(ofIdentities.fail, TEST_IDENTITIES.filter(fails))}`,
});

const ENTRIES = [
  { path: DESK.overview, label: WORDS.overview.title },
  { path: DESK.inbox, label: WORDS.inbox.title },
  { path: DESK.phone, label: WORDS.phone.title },
  { path: DESK.controls, label: WORDS.controls.title },
  { path: DESK.identities, label: WORDS.identities.title },
].map((entry) => ({ ...entry, permission: 'sandbox.use' as const }));

function addRoutes(routes: DashboardRoutes, desk: Desk): void {
  const { page, deps } = routes;
  const { inbox, phone, places } = desk.parts;
  page(DESK.overview, 'sandbox.use', async () => overviewPage(desk.parts, deps.links.baseUrl));
  addInbox(routes, inbox);
  page(DESK.phone, 'sandbox.use', async () => phonePage(phone));
  addControls(routes, desk);
  page(DESK.identities, 'sandbox.use', async () => identitiesPage(places.authorityUrl));
}

export const openDesk = (desk: Desk): DashboardAddition => ({
  menu: { label: WORDS.overview.title, entries: ENTRIES },
  signedOut: html`<section class="card"><p>${WORDS.signedOut}</p><p><code>esign sandbox open</code></p></section>`,
  addRoutes: (routes) => addRoutes(routes, desk),
});
