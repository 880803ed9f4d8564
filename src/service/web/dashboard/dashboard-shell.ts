import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { shellText } from '../../../html/shell.ts';
import { readableTime } from '../../../languages/readable-time.ts';
import type { Permission } from '../../core/permissions.rules.ts';
import { may } from '../../core/permissions.rules.ts';
import type { FailureFormat } from '../error-replies.ts';
import { COLOR_SCHEME, early, IS_TEST, sendHtml, testBanner } from '../pages/layout.ts';
import { pageFilesOf } from '../pages/page-files.ts';
import { EN } from '../pages/words/en.ts';
import type { Problems } from './form.ts';
import { buttonForm, problemSummary } from './form.ts';
import type { MemberVisit } from './visit.ts';
import { WORDS } from './words/dashboard.words.ts';

const { duration } = WORDS.common;

/** Indian time, such as `20 Nov 2026, 5:34 pm IST`, with UTC in its attributes. */
export const timeOf = (at: Date): Html =>
  html`<time datetime="${at.toISOString()}" title="${at.toISOString()}">${readableTime('en', at)}</time>`;

/** For lists of many, without UTC for people who point at it. */
export const briefTimeOf = (at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${readableTime('en', at)}</time>`;

const UNITS = [
  { ms: 86_400_000, name: 'day' },
  { ms: 3_600_000, name: 'hour' },
  { ms: 60_000, name: 'minute' },
] as const;

/** In the two largest units, such as `1 day 4 hours`; `less than a minute` below that. */
export function durationOf(ms: number): string {
  const [largest, next] = UNITS.slice(UNITS.findIndex((unit) => ms >= unit.ms));
  if (!largest || ms < largest.ms) return duration([]);
  const whole = Math.floor(ms / largest.ms);
  const rest = next ? Math.floor((ms - whole * largest.ms) / next.ms) : 0;
  return duration([
    [whole, largest.name],
    ...(next && rest > 0 ? [[rest, next.name] as const] : []),
  ]);
}

const { copied, copy } = WORDS.common.copy;

/** Text such as a command; `copy.js` adds the button. */
export const textToCopy = (text: string): Html =>
  html`<div class="to-copy" data-copy="${copy}" data-copied="${copied}"><pre tabindex="0"><code>${text}</code></pre></div>`;

export const facts = (pairs: readonly (readonly [name: string, value: Insert])[]): Html =>
  html`<dl class="facts">${pairs.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

/** Link to the next page; null on the last one. */
export const older = (path: string, after: string | undefined): Html | null =>
  after === undefined
    ? null
    : html`<p><a class="button" href="${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}">${WORDS.common.older}</a></p>`;

const { menu } = WORDS.common;

interface MenuEntry {
  readonly path: string;
  readonly label: string;
  readonly permission: Permission;
}

interface MenuGroup {
  readonly label: string;
  /** An entry nested below another one follows it. */
  readonly entries: readonly MenuEntry[];
}

export const MENU: readonly MenuGroup[] = [
  {
    label: menu.groups.documents,
    entries: [
      { path: '/dashboard', label: menu.home, permission: 'documents.read' },
      { path: '/dashboard/documents', label: menu.documents, permission: 'documents.read' },
    ],
  },
  {
    label: menu.groups.developers,
    entries: [
      { path: '/dashboard/keys', label: menu.keys, permission: 'keys.manage' },
      { path: '/dashboard/webhooks', label: menu.webhooks, permission: 'endpoints.read' },
      { path: '/dashboard/requests', label: menu.requests, permission: 'documents.read' },
    ],
  },
  {
    label: menu.groups.account,
    entries: [
      { path: '/dashboard/credits', label: menu.credits, permission: 'billing.manage' },
      { path: '/dashboard/members', label: menu.members, permission: 'members.manage' },
      { path: '/dashboard/settings', label: menu.settings, permission: 'settings.manage' },
      { path: '/dashboard/audit', label: menu.audit, permission: 'audit.read' },
    ],
  },
];

export interface ShownAddition {
  /** Shown after the built-in menu. */
  readonly menu: MenuGroup;
  /** Tells visitors how to sign in. */
  readonly signedOut?: Html;
}

export const ADDITION = 'dashboardAddition';

const { common } = WORDS;

/** Media type that `poll.js` accepts. */
const POLL = 'text/plain';

export interface DashboardPage {
  readonly title: string;
  readonly content: Html;
  /** Reloads the page when this changes. Leave it out if nothing will change. */
  readonly live?: object;
  /** Optional scripts; the page works without them. */
  readonly scripts?: readonly (
    | 'colour.js'
    | 'copy.js'
    | 'draft.js'
    | 'once.js'
    | 'passkey.js'
    | 'viewer.js'
  )[];
  /** Default 200. */
  readonly status?: number;
  /** Of its form. They are summed up above the content. */
  readonly problems?: Problems;
}

/** Undefined for pages outside the dashboard, such as test payments. */
const additionTo = ({ server }: FastifyRequest): ShownAddition | undefined =>
  server.hasDecorator(ADDITION) ? server.getDecorator<ShownAddition>(ADDITION) : undefined;

const isAt = (path: string, { path: at }: MenuEntry): boolean =>
  at === '/dashboard' ? path === at : `${path}/`.startsWith(`${at}/`);

function menuOf(request: FastifyRequest, { role }: MemberVisit): Html {
  const path = request.url.replace(/\?.*$/s, '');
  const addition = additionTo(request);
  const groups = [...MENU, ...(addition ? [addition.menu] : [])].map(({ label, entries }) => {
    return { label, entries: entries.filter(({ permission }) => may(role, permission)) };
  });
  const here = groups.flatMap(({ entries }) => entries).findLast((entry) => isAt(path, entry));
  const item = (entry: MenuEntry) =>
    html`<li><a href="${entry.path}"${entry === here ? html` aria-current="page"` : null}>${entry.label}</a></li>`;
  const group = ({ label, entries }: MenuGroup, index: number) =>
    entries.length > 0 &&
    html`<div><p id="menu-${index}">${label}</p><ul aria-labelledby="menu-${index}">${entries.map(item)}</ul></div>`;
  return html`<nav class="menu" aria-label="${common.dashboard}"><details name="masthead"><summary>${menu.button}</summary>
<div class="panel groups">${groups.map(group)}</div></details></nav>`;
}

const whoIs = (
  visit: MemberVisit,
): Html => html`<details class="who-is" name="masthead"><summary><span dir="auto">${visit.account.name}</span></summary>
<div class="panel"><p class="hint">${visit.user.email}</p><p><a href="/dashboard/me">${menu.me}</a></p>${buttonForm(visit, '/dashboard/sign-out', { label: common.signOut })}</div></details>`;

/** Changes whenever the page's content would. */
const seenOf = (live: object): string =>
  createHash('sha256').update(JSON.stringify(live)).digest('hex');

function pageText(
  request: FastifyRequest,
  page: DashboardPage,
  visit: MemberVisit | undefined,
): string {
  const files = pageFilesOf(request.server);
  const isTest = request.server.getDecorator<boolean>(IS_TEST);
  const scripts = [...(page.live ? ['poll.js'] : []), ...(page.scripts ?? [])];
  return shellText({
    title: `${isTest ? `${EN.test.label} · ` : ''}${page.title} · ${common.service}`,
    language: 'en',
    icon: files.url('icon.svg'),
    style: files.url('dashboard.css'),
    head: html`${COLOR_SCHEME}${early(files, scripts)}`,
    scripts: scripts.map((name) => files.url(name)),
    bodyClass: visit ? undefined : 'narrow',
    body: html`<header>${isTest ? testBanner(EN) : null}
<div class="masthead"><a class="mark-of-service" href="/dashboard"><img src="${files.url('icon.svg')}" width="28" height="28" alt=""> <span>${common.service}</span></a>${
      visit &&
      html`${whoIs(visit)}
${menuOf(request, visit)}`
    }</div></header>
<main>
<h1>${page.title}</h1>
${page.live && html`<div hidden data-poll="${request.url}" data-seen="${seenOf(page.live)}"></div>`}
${page.problems && problemSummary(page.problems)}${page.content}
${visit ? null : additionTo(request)?.signedOut}</main>`,
  });
}

/** Sends a page, gzipped if accepted. To a polling page, sends only the hash of its state. */
export function sendDashboard(
  reply: FastifyReply,
  page: DashboardPage,
  visit?: MemberVisit,
): FastifyReply {
  const { request } = reply;
  reply.code(page.status ?? 200);
  if (page.live && request.headers.accept === POLL) return reply.type(POLL).send(seenOf(page.live));
  return sendHtml(reply, pageText(request, page, visit));
}

export const noticePage = (
  status: number,
  title: string,
  { words, next }: { readonly words: string; readonly next?: { path: string; label: string } },
): DashboardPage => ({
  status,
  title,
  content: html`<section class="card"><p>${words}</p>
${next && html`<p><a class="button" href="${next.path}">${next.label}</a></p>`}</section>`,
});

export const DASHBOARD_FAILURES: FailureFormat = {
  contentType: 'text/html; charset=utf-8',
  write({ status }, request) {
    const { title, words } = common.failures[status] ?? common.broken(request.id);
    return pageText(request, noticePage(status, title, { words }), undefined);
  },
  writeTooMany(seconds, request) {
    const { title, words } = common.tooMany(seconds);
    return pageText(request, noticePage(429, title, { words }), undefined);
  },
};
