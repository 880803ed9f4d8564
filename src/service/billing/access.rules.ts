import { LIMITS } from '../../contract/limits.ts';

export type Subscription = 'none' | 'trial' | 'active';

/** What follows a paid month: a charge by the mandate, or nothing after its cancellation. */
export const RENEWALS = ['mandate', 'cancelled'] as const;
type Renewal = (typeof RENEWALS)[number];

/** Grace period after a paid month, in milliseconds. */
const GRACE_MS = 3 * 24 * 3_600_000;

type AccessState = 'none' | 'trial' | 'active' | 'past_due' | 'lapsed';

/** Access now and when it ends; null when it has no end, or there is no access. */
export interface Access {
  readonly state: AccessState;
  readonly until: Date | null;
}

export interface AccessFacts {
  readonly subscription: Subscription;
  readonly trialStartedAt: Date | null;
  /** End of the last paid month; null for a subscription set by the operator, which has no end. */
  readonly paidUntil: Date | null;
  /** Null for months that are paid singly, and for a subscription set by the operator. */
  readonly renewal: Renewal | null;
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** End of the paid time or trial; undefined for unlimited access, and for none. */
export function coveredUntil(facts: Omit<AccessFacts, 'renewal'>): Date | undefined {
  const { subscription, trialStartedAt, paidUntil } = facts;
  if (subscription === 'active') return paidUntil ?? undefined;
  const isTrial = subscription === 'trial' && trialStartedAt !== null;
  return isTrial ? after(trialStartedAt, LIMITS.trialMs) : undefined;
}

/** Applies after a paid month, and after a trial with a mandate; never once that is cancelled. */
function graceMs({ subscription, renewal }: AccessFacts): number {
  if (renewal === 'cancelled') return 0;
  return subscription === 'active' || renewal === 'mandate' ? GRACE_MS : 0;
}

/** When access ends or ended; undefined for unlimited access, and for none. */
export function accessUntil(facts: AccessFacts): Date | undefined {
  const end = coveredUntil(facts);
  return end && after(end, graceMs(facts));
}

/**
 * none → trial (72 hours) → active → past_due (3 days, with access) → lapsed. Without a mandate, a
 * trial lapses at its end. A cancelled subscription lapses at the end of the paid month.
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

/** End of a month paid at `at`. It begins at the end of the paid time or trial, or else at `at`. */
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
