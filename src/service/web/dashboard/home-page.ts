import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { accessOf } from '../../billing/access.rules.ts';
import { accessWords } from '../../billing/pages/access-section.page.ts';
import { CREDITS } from '../../billing/pages/paths.page.ts';
import type {
  AccountOverview,
  Excerpt,
  WaitingDocument,
} from '../../core/accounts/overview.sql.ts';
import type { Overview } from '../../core/finding/read-history.ts';
import { readOverview } from '../../core/finding/read-history.ts';
import type { DeliverySummary } from '../../core/outbox/outbox.rules.ts';
import { may } from '../../core/permissions.rules.ts';
import type { DraftUse, Quotas } from '../../core/quotas.rules.ts';
import { DEFAULT_QUOTAS, MEGABYTE, mostDrafts } from '../../core/quotas.rules.ts';
import { addressOf, healthOf, WEBHOOKS } from '../../webhooks/endpoint-forms.page.ts';
import { listEndpoints } from '../../webhooks/manage-endpoints.ts';
import type { ShownEndpoint } from '../../webhooks/webhook-endpoint.rules.ts';
import { KEYS } from './account/key-routes.ts';
import type { DashboardPage } from './dashboard-shell.ts';
import { durationOf, textToCopy, timeOf } from './dashboard-shell.ts';
import { documentLink, shortId } from './document-paths.ts';
import { newDocumentLink } from './drafts/upload-page.ts';
import { searchPath } from './list/sought.ts';
import type { DashboardRoutes } from './routes.ts';
import type { MemberVisit } from './visit.ts';
import { WORDS } from './words/dashboard.words.ts';

const { commands, common, home } = WORDS;
const ofSteps = home.steps;

interface Step {
  readonly label: string;
  readonly isDone: boolean;
  readonly how: Insert;
  readonly commands: readonly string[];
}

type ShownSteps = Pick<ShownHome, 'overview' | 'baseUrl'>;

function keyStep({ role }: MemberVisit, baseUrl: string, isDone: boolean): Step {
  const { label, how, ask } = ofSteps.key;
  const link = html`<a href="${KEYS}">${common.menu.keys}</a>`;
  const told = may(role, 'keys.manage') ? how(link) : ask;
  return { label, isDone, how: told, commands: [commands.login(baseUrl)] };
}

function sendStep(draft: WaitingDocument | null, isDone: boolean): Step {
  const { label, how, addSigner } = ofSteps.send;
  if (!draft) return { label, isDone, how: ofSteps.create.how, commands: [commands.create] };
  const id = shortId(draft.documentId);
  const send = commands.send(id);
  if (draft.signers > 0) return { label, isDone, how: how(documentLink(draft)), commands: [send] };
  const both = [commands.addSigner(id), send];
  return { label, isDone, how: addSigner(documentLink(draft)), commands: both };
}

function signStep([waiting]: readonly WaitingDocument[], isDone: boolean): Step {
  const { label, how, again } = ofSteps.complete;
  if (!waiting) return { label, isDone, how: again, commands: [commands.create] };
  const watch = commands.watch(shortId(waiting.documentId));
  return { label, isDone, how: how(documentLink(waiting)), commands: [watch] };
}

const stepsOf = (visit: MemberVisit, { overview, baseUrl }: ShownSteps): readonly Step[] => [
  keyStep(visit, baseUrl, overview.hasKey),
  {
    label: ofSteps.create.label,
    isDone: overview.hasCreated,
    how: ofSteps.create.how,
    commands: [commands.create],
  },
  sendStep(overview.draft, overview.hasSent),
  signStep(overview.waiting.items, overview.hasCompleted),
];

function stepItem({ label, isDone, how, ...step }: Step, isNext: boolean): Html {
  if (isDone) {
    return html`<li class="is-done"><span class="step"><span aria-hidden="true">✓</span> ${label}</span> <span class="unseen">${ofSteps.done}</span></li>`;
  }
  if (!isNext) return html`<li class="is-later"><span class="step">${label}</span></li>`;
  return html`<li class="is-next"><span class="step">${label}</span><p>${how}</p>${step.commands.map(textToCopy)}</li>`;
}

/** The steps to the first completed document, with commands to copy; null once there is one. */
function firstSteps(visit: MemberVisit, shown: ShownSteps): Html | null {
  if (shown.overview.hasCompleted) return null;
  const steps = stepsOf(visit, shown);
  const next = steps.findIndex(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return html`<section class="card"><h2>${ofSteps.heading(done, steps.length)}</h2>
<ol class="first-steps">${steps.map((step, index) => stepItem(step, index === next))}</ol></section>`;
}

const MOST = 1000;

/** Such as `3` or `1000 or more`. */
const countOf = ({ count }: Excerpt<unknown>): string =>
  count >= MOST ? home.orMore(MOST) : String(count);

const ofWaiting = home.waiting;

function itemOf(document: WaitingDocument, now: Date): Html {
  const { sentAt, signed, signers } = document;
  const since = sentAt && durationOf(now.getTime() - sentAt.getTime());
  return html`<li>${documentLink(document)} <span class="hint">${since && ofWaiting.since(since)} · ${ofWaiting.progress(signed, signers)}</span></li>
`;
}

/** The documents waiting longest for signatures. Skips the command if the first steps show one. */
function waitingCard({ waiting, hasCompleted }: AccountOverview, now: Date): Html {
  const { items } = waiting;
  const none = html`<p>${ofWaiting.none}</p>${hasCompleted && html`<p>${ofWaiting.send}</p>${textToCopy(commands.create)}`}`;
  const list = html`<ul class="plain">${items.map((document) => itemOf(document, now))}</ul>
<p><a href="${searchPath({ typed: '', state: 'waiting' })}">${ofWaiting.all}</a></p>`;
  return html`<section class="card"><h2>${ofWaiting.heading(countOf(waiting))}</h2>
${items.length > 0 ? list : none}</section>
`;
}

const words = home.failed;

function nextOf({ state, nextTryAt, tries }: DeliverySummary): Insert {
  if (state === 'failed') return words.givenUp(tries);
  return nextTryAt ? words.next(timeOf(nextTryAt)) : words.inProgress;
}

function deliveryItem(delivery: DeliverySummary): Html {
  const { deliveryId, event, url, lastTry } = delivery;
  const link = html`<a href="${WEBHOOKS}/deliveries/${deliveryId}"><code>${event}</code></a>`;
  const answer = lastTry?.status ?? lastTry?.error ?? words.noAnswer;
  return html`<li>${words.item(link, new URL(url).host, answer)} <span class="hint">· ${nextOf(delivery)}</span></li>
`;
}

const endpointItem = (endpoint: ShownEndpoint): Html =>
  html`<li><a href="${WEBHOOKS}/${endpoint.endpointId}">${addressOf(endpoint.url)}</a> ${healthOf(endpoint)}</li>
`;

const list = (items: readonly Html[]): Html | false =>
  items.length > 0 && html`<ul class="plain">${items}</ul>`;

function failedCard({ failed }: AccountOverview, endpoints: readonly ShownEndpoint[]): Html {
  const off = endpoints.filter(({ enabled }) => !enabled);
  const none = off.length === 0 && failed.count === 0 && html`<p>${words.none}</p>`;
  const content = html`${list(off.map(endpointItem))}${list(failed.items.map(deliveryItem))}${none}
<p class="hint">${words.about}</p><p><a href="${WEBHOOKS}">${words.all}</a></p>`;
  return html`<section class="card"><h2>${words.heading(countOf(failed))}</h2>
${endpoints.length > 0 ? content : html`<p>${words.noEndpoint}</p>${textToCopy(commands.listen)}`}</section>
`;
}

const { figures, title } = home;

const figure = (name: string, value: string, action: Insert): Html =>
  html`<div class="fact"><dt>${name}</dt><dd>${value}</dd>${action && html`<dd class="action">${action}</dd>`}</div>`;

/** Link to start or extend access; null for access without end. */
function accessAction({ account, now }: MemberVisit): string | null {
  const { state, until } = accessOf(account, now);
  if (state === 'none') return figures.trial;
  return state === 'active' && !until ? null : figures.subscribe;
}

function draftsOf(use: DraftUse, quotas: Quotas): string {
  const { drafts, bytes } = use;
  const megabytes = Math.round(bytes / MEGABYTE);
  const count = figures.of(drafts, mostDrafts(quotas, use));
  return figures.size(count, figures.of(megabytes, quotas.draftMegabytes));
}

function figuresOf(visit: MemberVisit, { use, quotas }: Pick<ShownHome, 'use' | 'quotas'>): Html {
  const link = (label: string | null) =>
    label && may(visit.role, 'billing.manage') && html`<a href="${CREDITS}">${label}</a>`;
  return html`<dl class="figures">${figure(figures.credits, use.credits.toLocaleString('en-IN'), link(figures.buy))}${figure(
    figures.access,
    accessWords(visit.account, visit.now),
    link(accessAction(visit)),
  )}${figure(figures.drafts, draftsOf(use, quotas), null)}</dl>`;
}

interface ShownHome extends Overview {
  readonly baseUrl: string;
  readonly endpoints: readonly ShownEndpoint[];
  readonly quotas: Quotas;
}

function homePage(visit: MemberVisit, shown: ShownHome): DashboardPage {
  const { overview, use, endpoints } = shown;
  return {
    title,
    scripts: ['copy.js'],
    ...(!overview.hasCompleted && { live: { overview, use } }),
    content: html`${newDocumentLink(visit)}${firstSteps(visit, shown)}
${figuresOf(visit, shown)}
<div class="beside">${waitingCard(overview, visit.now)}${failedCard(overview, endpoints)}</div>`,
  };
}

export function homeRoutes({ deps, page }: DashboardRoutes): void {
  const { quotas = DEFAULT_QUOTAS, links } = deps;
  page('/dashboard', 'documents.read', async (visit) => {
    const [overview, endpoints] = await Promise.all([
      readOverview(deps, visit),
      listEndpoints(deps, visit),
    ]);
    return homePage(visit, { ...overview, baseUrl: links.baseUrl, endpoints, quotas });
  });
}
