import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { accessOf } from '../../../domain/billing/access.ts';
import { may } from '../../../domain/members/permissions.ts';
import type { DraftUse, Quotas } from '../../../domain/quotas.ts';
import { DEFAULT_QUOTAS, MEGABYTE, mostDrafts } from '../../../domain/quotas.ts';
import type { ShownEndpoint } from '../../../domain/webhooks/webhook-endpoint.ts';
import type { Overview } from '../../../use-cases/finding/read-overview.ts';
import { readOverview } from '../../../use-cases/finding/read-overview.ts';
import { listEndpoints } from '../../../use-cases/webhooks/manage-endpoints.ts';
import { accessWords } from '../credits/access-words.ts';
import { CREDITS } from '../credits/paths.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { failedCard } from './failed-card.ts';
import { firstSteps } from './first-steps.ts';
import { waitingCard } from './waiting-card.ts';

const { figures, title } = WORDS.home;

const figure = (name: string, value: string, action: Insert): Html =>
  html`<div class="fact"><dt>${name}</dt><dd>${value}</dd>${action && html`<dd class="action">${action}</dd>`}</div>`;

/** Where an account begins to have access, or goes on with it; null while it has it for longer. */
function accessAction({ account, now }: Visit): string | null {
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

function figuresOf(visit: Visit, { use, quotas }: Pick<Shown, 'use' | 'quotas'>): Html {
  const link = (label: string | null) =>
    label && may(visit.role, 'billing.manage') && html`<a href="${CREDITS}">${label}</a>`;
  return html`<dl class="figures">${figure(figures.credits, String(use.credits), link(figures.buy))}${figure(
    figures.access,
    accessWords(visit.account, visit.now),
    link(accessAction(visit)),
  )}${figure(figures.drafts, draftsOf(use, quotas), null)}</dl>`;
}

/** What the first page shows. */
interface Shown extends Overview {
  readonly baseUrl: string;
  readonly endpoints: readonly ShownEndpoint[];
  readonly quotas: Quotas;
}

function homePage(visit: Visit, shown: Shown): DashboardPage {
  const { overview, use, endpoints } = shown;
  return {
    title,
    scripts: ['copy.js'],
    ...(!overview.hasCompleted && { live: { overview, use } }),
    content: html`${firstSteps(visit, shown)}
${figuresOf(visit, shown)}
<div class="beside">${waitingCard(overview, visit.now)}${failedCard(overview, endpoints)}</div>`,
  };
}

/** The page that the dashboard opens with. */
export function homeRoutes({ deps, page }: DashboardRoutes): void {
  const { quotas = DEFAULT_QUOTAS, links } = deps;
  const { baseUrl } = links;
  page('/dashboard', 'documents.read', async (visit) => {
    const [overview, endpoints] = await Promise.all([
      readOverview(deps, visit),
      listEndpoints(deps, visit),
    ]);
    return homePage(visit, { ...overview, baseUrl, endpoints, quotas });
  });
}
