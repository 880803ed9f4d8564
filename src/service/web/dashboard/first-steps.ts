import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { AccountOverview, WaitingDocument } from '../../core/accounts/overview.sql.ts';
import { may } from '../../core/permissions.rules.ts';
import { KEYS } from './account/key-pages.ts';
import { textToCopy } from './dashboard-shell.ts';
import { documentLink, shortId } from './document-paths.ts';
import type { MemberVisit } from './visit.ts';
import { WORDS } from './words/dashboard.words.ts';

const { commands, common, home } = WORDS;
const words = home.steps;

interface Step {
  readonly label: string;
  readonly isDone: boolean;
  readonly how: Insert;
  readonly commands: readonly string[];
}

interface ShownSteps {
  readonly overview: AccountOverview;
  readonly baseUrl: string;
}

function keyStep({ role }: MemberVisit, baseUrl: string, isDone: boolean): Step {
  const { label, how, ask } = words.key;
  const link = html`<a href="${KEYS}">${common.menu.keys}</a>`;
  const told = may(role, 'keys.manage') ? how(link) : ask;
  return { label, isDone, how: told, commands: [commands.login(baseUrl)] };
}

function sendStep(draft: WaitingDocument | null, isDone: boolean): Step {
  const { label, how, addSigner } = words.send;
  if (!draft) return { label, isDone, how: words.create.how, commands: [commands.create] };
  const id = shortId(draft.documentId);
  const send = commands.send(id);
  if (draft.signers > 0) return { label, isDone, how: how(documentLink(draft)), commands: [send] };
  const both = [commands.addSigner(id), send];
  return { label, isDone, how: addSigner(documentLink(draft)), commands: both };
}

function signStep([waiting]: readonly WaitingDocument[], isDone: boolean): Step {
  const { label, how, again } = words.complete;
  if (!waiting) return { label, isDone, how: again, commands: [commands.create] };
  const watch = commands.watch(shortId(waiting.documentId));
  return { label, isDone, how: how(documentLink(waiting)), commands: [watch] };
}

const stepsOf = (visit: MemberVisit, { overview, baseUrl }: ShownSteps): readonly Step[] => [
  keyStep(visit, baseUrl, overview.hasKey),
  {
    label: words.create.label,
    isDone: overview.hasCreated,
    how: words.create.how,
    commands: [commands.create],
  },
  sendStep(overview.draft, overview.hasSent),
  signStep(overview.waiting.items, overview.hasCompleted),
];

function stepItem({ label, isDone, how, ...step }: Step, isNext: boolean): Html {
  if (isDone) {
    return html`<li class="is-done"><span class="step"><span aria-hidden="true">✓</span> ${label}</span> <span class="unseen">${words.done}</span></li>`;
  }
  if (!isNext) return html`<li class="is-later"><span class="step">${label}</span></li>`;
  return html`<li class="is-next"><span class="step">${label}</span><p>${how}</p>${step.commands.map(textToCopy)}</li>`;
}

/** What to type for each step to the first completed document; null once there's one. */
export function firstSteps(visit: MemberVisit, shown: ShownSteps): Html | null {
  if (shown.overview.hasCompleted) return null;
  const steps = stepsOf(visit, shown);
  const next = steps.findIndex(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return html`<section class="card"><h2>${words.heading(done, steps.length)}</h2>
<ol class="first-steps">${steps.map((step, index) => stepItem(step, index === next))}</ol></section>`;
}
