import type { FastifyRequest } from 'fastify';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { DashboardPage, DashboardRoutes, MemberVisit, Problems } from '../../service/index.ts';
import {
  asOperator,
  buttonForm,
  choiceField,
  countIn,
  DomainError,
  form,
  orAgain,
  setSubscription,
  table,
  textOf,
  timeOf,
} from '../../service/index.ts';
import { clearFaults, listFaults, setFault } from '../control/faults.ts';
import type { SandboxFault } from '../control/operations.ts';
import { bodyAs, OPERATIONS } from '../control/operations.ts';
import { SandboxRefused } from '../control/sandbox-errors.ts';
import { isApiFaultName } from '../faults.ts';
import type { SandboxParts } from '../open-parts.ts';
import { DESK, WORDS } from './desk-words.ts';

export interface Desk {
  readonly parts: SandboxParts;
  /** Looks for due work after the clock moved. */
  readonly wake: () => void;
}

const { controls: words } = WORDS;

/** Steps of the clock on the page. The command takes any time. */
const STEPS: Readonly<Record<string, { readonly label: string; readonly ms: number }>> = {
  hour: { label: words.hour, ms: HOUR_MS },
  day: { label: words.day, ms: DAY_MS },
  trial: { label: words.trial, ms: 3 * DAY_MS },
  month: { label: words.month, ms: 30 * DAY_MS },
};

const HEADS = [words.fault, words.about, words.often];

function rowOf({ account }: MemberVisit, { fault, about, times, route, accountId }: SandboxFault) {
  const often = times === 'always' ? words.always : words.more(times);
  const isOther = accountId !== null && accountId !== account.accountId;
  return [
    html`<code>${fault}</code>`,
    about,
    html`${often}${route && html`, ${words.at} <code>${route}</code>`}${isOther && html`, ${words.account} <code>${accountId}</code>`}`,
  ];
}

interface Shown {
  readonly faults: readonly SandboxFault[];
  readonly body?: unknown;
  readonly problems?: Problems | undefined;
}

function faultsCard(visit: MemberVisit, { faults, body, problems }: Shown): Html {
  const set = faults.filter(({ times }) => times !== 0);
  const rows = set.map((fault) => rowOf(visit, fault));
  const labels = faults.map(({ fault, about }) => [fault, `${fault}: ${about}`] as const);
  const often = { 1: words.once, always: words.untilCleared };
  const choices = html`${choiceField({ name: 'fault', label: words.choose, value: textOf(body, 'fault'), problems }, Object.fromEntries(labels))}
${choiceField({ name: 'times', label: words.often, value: textOf(body, 'times') || '1', problems }, often)}<button>${words.set}</button>`;
  return html`<section class="card"><h2>${words.faults}</h2>
${set.length === 0 ? html`<p>${words.none}</p>` : html`${table(words.faults, HEADS, rows)}${buttonForm(visit, `${DESK.controls}/faults/clear`, { label: words.clear })}`}
${form(visit, `${DESK.controls}/faults`, choices)}</section>`;
}

function clockCard(visit: MemberVisit, problems: Problems | undefined): Html {
  const steps = Object.entries(STEPS).map(([name, { label }]) => [name, label] as const);
  const choice = choiceField(
    { name: 'step', label: words.step, value: 'hour', problems },
    Object.fromEntries(steps),
  );
  return html`<section class="card"><h2>${words.clock}</h2>
<p>${words.now} ${timeOf(visit.now)}. ${words.forward}</p>
${form(visit, `${DESK.controls}/clock`, html`${choice}<button>${words.move}</button>`)}</section>`;
}

/** Acts as the operator, to try out trial and subscription. */
function accessCard(visit: MemberVisit): Html {
  const isNone = visit.account.subscription === 'none';
  const label = isNone ? words.giveAccess : words.takeAccess;
  const to = html`<input type="hidden" name="to" value="${isNone ? 'active' : 'none'}"><button class="quiet">${label}</button>`;
  return html`<section class="card"><h2>${words.access}</h2>
<p>${isNone ? words.noAccess : words.hasAccess}</p>
${form(visit, `${DESK.controls}/access`, to)}</section>`;
}

const controlsPage = (visit: MemberVisit, shown: Shown): DashboardPage => ({
  title: words.title,
  content: html`${clockCard(visit, shown.problems)}${accessCard(visit)}${faultsCard(visit, shown)}`,
});

/** Throws DomainError. */
function setFrom(parts: Desk['parts'], { account }: MemberVisit, body: unknown): void {
  const [fault, often] = [textOf(body, 'fault'), textOf(body, 'times')];
  const times = often === 'always' ? often : (countIn(often) ?? often);
  const { accountId } = account;
  const order = { fault, times, ...(isApiFaultName(fault) && { accountId }) };
  try {
    setFault(parts, bodyAs(OPERATIONS.setFault.input, { body: order }));
  } catch (error) {
    if (!(error instanceof SandboxRefused)) throw error;
    const field = typeof times === 'number' || times === 'always' ? 'fault' : 'times';
    throw new DomainError('invalid_request', error.message, field);
  }
}

/** The page that moves the clock and sets faults. API faults affect the visitor's account. */
export function addControls({ deps, page, action }: DashboardRoutes, { parts, wake }: Desk): void {
  const show = async (visit: MemberVisit, { body }: FastifyRequest, problems?: Problems) =>
    controlsPage(visit, { faults: listFaults(parts), body, problems });
  page(DESK.controls, 'sandbox.use', (visit, request) => show(visit, request));
  const setting = async (visit: MemberVisit, { body }: FastifyRequest) => {
    setFrom(parts, visit, body);
    return DESK.controls;
  };
  action(`${DESK.controls}/faults`, 'sandbox.use', orAgain(setting, show));
  action(`${DESK.controls}/faults/clear`, 'sandbox.use', async () => {
    clearFaults(parts, {});
    return DESK.controls;
  });
  action(`${DESK.controls}/access`, 'sandbox.use', async ({ account: { accountId } }, { body }) => {
    const subscription = textOf(body, 'to') === 'active' ? 'active' : 'none';
    await setSubscription(deps, asOperator(accountId), subscription);
    return DESK.controls;
  });
  const moving = async (_visit: MemberVisit, { body }: FastifyRequest) => {
    const name = textOf(body, 'step');
    const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
    if (!step) throw new DomainError('invalid_request', words.noStep, 'step');
    await parts.clock.advance(step.ms);
    wake();
    return DESK.controls;
  };
  action(`${DESK.controls}/clock`, 'sandbox.use', orAgain(moving, show));
}
