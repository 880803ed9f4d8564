import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { AccountOverview } from '../../../ports/members.ts';
import { accessWords } from '../credits/access-words.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import type { Visit } from '../visit.ts';

/** A step to the first completed document. */
interface Step {
  readonly label: string;
  readonly isDone: boolean;
  /** What to type or do for it. */
  readonly how: Html;
}

const SEND = 'esign send contract.pdf --signer "Asha Rao <asha@example.in> 9876543210"';

const stepsOf = ({ hasKey, hasCreated, hasSent, hasCompleted }: AccountOverview): Step[] => [
  {
    label: 'Have an API key',
    isDone: hasKey,
    how: html`Create one under <a href="/dashboard/keys">API keys</a>; <code>esign auth login</code> asks for it.`,
  },
  {
    label: 'Create a document',
    isDone: hasCreated,
    how: html`<code>${SEND}</code> creates and sends one.`,
  },
  { label: 'Send it to a signer', isDone: hasSent, how: html`<code>${SEND}</code>` },
  {
    label: 'Have it signed',
    isDone: hasCompleted,
    how: html`Its signers sign by the links in their mails. <code>esign status --watch</code> shows how far they are.`,
  },
];

const DONE = html` <span class="unseen">(done)</span>`;

function stepOf({ label, isDone, how }: Step, isNext: boolean): Html {
  if (isDone) {
    return html`<li class="is-done"><span class="step"><span aria-hidden="true">✓</span> ${label}</span>${DONE}</li>`;
  }
  if (!isNext) return html`<li class="is-later"><span class="step">${label}</span></li>`;
  return html`<li class="is-next"><span class="step">${label}</span><p>${how}</p></li>`;
}

function firstSteps(overview: AccountOverview): Html | null {
  const steps = stepsOf(overview);
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (next < 0) return null;
  return html`<section class="card"><h2>Your first document: ${steps.filter(({ isDone }) => isDone).length} of ${steps.length}</h2>
<ol class="first-steps">${steps.map((step, index) => stepOf(step, index === next))}</ol></section>`;
}

const MOST = 1000;
const counted = (count: number): string => (count >= MOST ? `${MOST} or more` : String(count));

const fact = (name: Insert, value: string): Html =>
  html`<div class="fact"><dt>${name}</dt><dd>${value}</dd></div>`;

function homePage(visit: Visit, overview: AccountOverview, credits: number): DashboardPage {
  return {
    title: 'Home',
    content: html`${firstSteps(overview)}
<dl class="figures">${[
      fact('Credits', String(credits)),
      fact('API access', accessWords(visit.account, visit.now)),
      fact(
        html`<a href="/dashboard/documents?state=waiting">Waiting for signatures</a>`,
        counted(overview.waiting),
      ),
      fact(
        html`<a href="/dashboard/webhooks">Failed deliveries in 7 days</a>`,
        counted(overview.failed),
      ),
    ]}</dl>`,
  };
}

/** The page that the dashboard opens with. */
export function homeRoutes({ deps: { store }, page }: DashboardRoutes): void {
  page('/dashboard', 'documents.read', async (visit) => {
    const { accountId } = visit.account;
    const [overview, credits] = await Promise.all([
      store.readOverview({ accountId, now: visit.now }),
      store.creditBalance(accountId),
    ]);
    return homePage(visit, overview, credits);
  });
}
