import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { hasApiAccess } from '../../core/accounts/account.rules.ts';
import { durationOf, timeOf } from '../../web/dashboard/dashboard-shell.ts';
import { buttonForm } from '../../web/dashboard/form.ts';
import type { MemberVisit } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import type { AccessFacts } from '../access.rules.ts';
import { accessOf, coveredUntil } from '../access.rules.ts';
import type { Billing } from '../billing-deps.ts';
import { isCharging } from '../orders/mandate.rules.ts';
import { showRupees } from '../prices.rules.ts';
import type { BillingOverview } from '../read-billing.ts';
import { CREDITS, MANDATE_PATH } from './paths.page.ts';

const { accessStates } = WORDS.credits;

/** Such as `Trial, 1 day 4 hours left`. */
export function accessWords(account: AccessFacts, now: Date): string {
  const { state, until } = accessOf(account, now);
  const left = until ? durationOf(until.getTime() - now.getTime()) : '';
  switch (state) {
    case 'none':
      return accessStates.none;
    case 'trial':
      return accessStates.trial(left);
    case 'active':
      return until ? accessStates.active(left) : accessStates.activeForEver;
    case 'past_due':
      return accessStates.pastDue(left);
    case 'lapsed':
      return account.subscription === 'trial' ? accessStates.trialOver : accessStates.lapsed;
  }
}

const { access, notices, trial, subscribe, subscribed, opened, month } = WORDS.credits;

/** Warns that access ends, and how to keep it; undefined if it doesn't. */
function noticeOf(
  { account: { renewal } }: MemberVisit,
  { access: { state, until }, mandate }: BillingOverview,
): Insert | undefined {
  const isFailing = mandate?.state === 'failing';
  if (state === 'lapsed') return isFailing ? notices.lapsedFailing : notices.lapsed;
  if (!until) return undefined;
  const at = timeOf(until);
  if (state === 'active' && renewal === 'cancelled') return notices.cancelled(at);
  if (state !== 'past_due') return undefined;
  if (isFailing) return notices.failed(at);
  return renewal === 'mandate' ? notices.awaited(at) : notices.unpaid(at);
}

/** The end of what's paid or of the trial; undefined if it has passed. */
function aheadOf({ account, now }: MemberVisit): Date | undefined {
  const covered = coveredUntil(account);
  return covered && covered > now ? covered : undefined;
}

function cancelHint(visit: MemberVisit): Insert {
  const ahead = aheadOf(visit);
  if (ahead) return subscribed.cancelAhead(timeOf(ahead));
  const isOver = !hasApiAccess(visit.account, visit.now);
  return isOver ? subscribed.cancelLapsed : subscribed.cancelNow;
}

function subscribedPart(visit: MemberVisit, paise: number): Html {
  const ahead = aheadOf(visit);
  return html`<p>${subscribed.words(showRupees(paise))}${ahead && html` ${subscribed.next(timeOf(ahead))}`}</p>
${buttonForm(visit, `${MANDATE_PATH}/cancel`, { label: subscribed.cancel })}
<p class="hint">${cancelHint(visit)}</p>`;
}

const openedPart = (visit: MemberVisit): Html => html`<p>${opened.words}</p>
<p><a class="button" href="${MANDATE_PATH}">${opened.goOn}</a></p>
${buttonForm(visit, `${MANDATE_PATH}/cancel`, { label: opened.drop })}`;

function subscribePart(visit: MemberVisit, paise: number): Html {
  const ahead = aheadOf(visit);
  return html`<p>${subscribe.words(showRupees(paise))} ${ahead ? subscribe.first(timeOf(ahead)) : subscribe.atOnce}</p>
${buttonForm(visit, MANDATE_PATH, { label: subscribe.button, quiet: false })}`;
}

const monthPart = (visit: MemberVisit, paise: number): Html =>
  html`<p>${month.words(showRupees(paise))}</p>
${buttonForm(visit, `${CREDITS}/month`, { label: month.button })}`;

function mandatePart(
  visit: MemberVisit,
  { mandate }: BillingOverview,
  { paise, hasMandates }: { readonly paise: number | null; readonly hasMandates: boolean },
): Html | null {
  if (mandate && isCharging(mandate.state)) return subscribedPart(visit, mandate.paise);
  if (paise === null) return null;
  const single = monthPart(visit, paise);
  if (mandate) return html`${openedPart(visit)}${single}`;
  return html`${hasMandates && subscribePart(visit, paise)}${single}`;
}

export function accessSection(
  visit: MemberVisit,
  overview: BillingOverview,
  billing: Billing | undefined,
): Html | null {
  const { mayTry, access: current } = overview;
  const hasNoEnd = current.state === 'active' && current.until === null;
  const paise = hasNoEnd ? null : (billing?.prices.monthPaise ?? null);
  const notice = noticeOf(visit, overview);
  const hasMandates = billing?.payments.mandates !== undefined;
  const paid = mandatePart(visit, overview, { paise, hasMandates });
  if (!mayTry && !paid && !notice) return null;
  const tried = html`<p>${trial.words}</p>
${buttonForm(visit, `${CREDITS}/trial`, { label: trial.button, quiet: false })}`;
  return html`<section class="card"><h2>${access}</h2>${notice && html`<p class="alert" role="note">${notice}</p>`}
${mayTry && tried}${paid}</section>`;
}
