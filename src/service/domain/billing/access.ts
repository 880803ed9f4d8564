import { LIMITS } from '../../../contract/limits.ts';

/** An account's plan. */
export type Subscription = 'none' | 'trial' | 'active';

/** How long access goes on after a paid month, in milliseconds. */
const GRACE_MS = 3 * 24 * 3_600_000;

/** Where an account stands with its access to the API. */
type AccessState = 'none' | 'trial' | 'active' | 'past_due' | 'lapsed';

/** Access now, and when it ends as things are; null when it has no end, or is none. */
export interface Access {
  readonly state: AccessState;
  readonly until: Date | null;
}

/** What decides about access. */
export interface AccessFacts {
  readonly subscription: Subscription;
  readonly trialStartedAt: Date | null;
  /** The end of the last paid month; null for a subscription that the operator set, which has no end. */
  readonly paidUntil: Date | null;
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

const LAPSED: Access = { state: 'lapsed', until: null };

function paidAccess(paidUntil: Date, now: Date): Access {
  if (now < paidUntil) return { state: 'active', until: paidUntil };
  const end = after(paidUntil, GRACE_MS);
  return now < end ? { state: 'past_due', until: end } : LAPSED;
}

/**
 * The state of access at a time: none → trial (72 hours) → active → past_due (three days after the paid month, access goes on) →
 * lapsed. A trial that ended without a subscription has lapsed, too.
 */
export function accessOf(
  { subscription, trialStartedAt, paidUntil }: AccessFacts,
  now: Date,
): Access {
  if (subscription === 'active') {
    return paidUntil ? paidAccess(paidUntil, now) : { state: 'active', until: null };
  }
  if (subscription === 'none' || !trialStartedAt) return { state: 'none', until: null };
  const end = after(trialStartedAt, LIMITS.trialMs);
  return now < end ? { state: 'trial', until: end } : LAPSED;
}

/** The end of a month that is paid at a time. The month begins with the end of what is paid already, or of the trial, or now. */
export function monthPaidFrom(facts: AccessFacts, now: Date): Date {
  const { state, until } = accessOf(facts, now);
  const paid = state === 'active' || state === 'past_due' ? facts.paidUntil : null;
  const from = paid ?? (state === 'trial' && until ? until : now);
  return nextMonth(from);
}

/** The same day of the next month, or its last day, at the same time (UTC). */
function nextMonth(from: Date): Date {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next;
}
