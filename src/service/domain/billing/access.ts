import { LIMITS } from '../../../contract/limits.ts';

/** An account's plan. */
export type Subscription = 'none' | 'trial' | 'active';

/** After a paid month: charges by a mandate, or nothing since it was cancelled. */
export const RENEWALS = ['mandate', 'cancelled'] as const;
type Renewal = (typeof RENEWALS)[number];

/** Grace period of access after a paid month, in milliseconds. */
const GRACE_MS = 3 * 24 * 3_600_000;

/** Where an account stands with its access to the API. */
type AccessState = 'none' | 'trial' | 'active' | 'past_due' | 'lapsed';

/** Access now, and when it ends as things are; null when it has no end, or is none. */
export interface Access {
  readonly state: AccessState;
  readonly until: Date | null;
}

/** Facts that decide about access. */
export interface AccessFacts {
  readonly subscription: Subscription;
  readonly trialStartedAt: Date | null;
  /** The end of the last paid month; null for a subscription that the operator set, which has no end. */
  readonly paidUntil: Date | null;
  /** Null for months that are paid singly, and for a subscription that the operator set. */
  readonly renewal: Renewal | null;
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The end of what is paid, or of the trial; undefined for access without an end, and for none. */
export function coveredUntil(facts: Omit<AccessFacts, 'renewal'>): Date | undefined {
  const { subscription, trialStartedAt, paidUntil } = facts;
  if (subscription === 'active') return paidUntil ?? undefined;
  const isTrial = subscription === 'trial' && trialStartedAt !== null;
  return isTrial ? after(trialStartedAt, LIMITS.trialMs) : undefined;
}

/** Access continues for a grace period after a paid month, and after a trial that a mandate follows; not after a mandate was cancelled. */
function graceMs({ subscription, renewal }: AccessFacts): number {
  if (renewal === 'cancelled') return 0;
  return subscription === 'active' || renewal === 'mandate' ? GRACE_MS : 0;
}

/** When access ends, or has ended, as things are; undefined when it has no end, or is none. */
export function accessUntil(facts: AccessFacts): Date | undefined {
  const end = coveredUntil(facts);
  return end && after(end, graceMs(facts));
}

/**
 * The state of access at a time: none → trial (72 hours) → active → past_due (three days after the paid month, with access) →
 * lapsed. Without a mandate, a trial lapses at its end; a cancelled subscription does so at the end of the paid month.
 */
export function accessOf(facts: AccessFacts, now: Date): Access {
  const { subscription } = facts;
  const covered = coveredUntil(facts);
  const until = accessUntil(facts);
  if (!covered || !until) {
    return { state: subscription === 'active' ? 'active' : 'none', until: null };
  }
  if (now < covered) {
    const isTrial = subscription === 'trial';
    return { state: isTrial ? 'trial' : 'active', until: covered };
  }
  return now < until ? { state: 'past_due', until } : { state: 'lapsed', until: null };
}

/** The end of a month that is paid at a time. The month begins with the end of what is paid already, or of the trial, or then. */
export function monthPaidFrom(facts: AccessFacts, at: Date): Date {
  const { state } = accessOf(facts, at);
  const covered = state === 'lapsed' || state === 'none' ? undefined : coveredUntil(facts);
  return nextMonth(covered ?? at);
}

/** The same day of the next month, or its last day, at the same time (UTC). */
export function nextMonth(from: Date): Date {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next;
}
