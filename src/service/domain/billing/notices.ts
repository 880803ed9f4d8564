import type { AccessFacts } from './access.ts';
import { accessUntil, coveredUntil } from './access.ts';

/** Notices to the owners of an account about its access and credits. */
export const BILLING_NOTICES = ['ending', 'ended', 'charge-failed', 'low-credits'] as const;
export type BillingNoticeAbout = (typeof BILLING_NOTICES)[number];

const DAY_MS = 24 * 3_600_000;
/** An end is told of for so long: what ended long ago is no news. */
const NEWS_MS = 3 * DAY_MS;
/** Fewer credits than these are few for anybody. */
const FEW = 10;

/** Something to be told of once, by what it is about. */
export interface EndNotice {
  readonly about: 'ending' | 'ended';
  /** The end. */
  readonly of: Date;
}

/** True while an end at a time is news. */
const isNews = (end: Date, now: Date): boolean =>
  end <= now && now.getTime() - end.getTime() < NEWS_MS;

/**
 * Notices due about an account's access: a day before it stops being covered, unless a mandate charges for more, and when
 * it has ended. Undefined when nothing is.
 */
export function endToTell(facts: AccessFacts, now: Date): EndNotice | undefined {
  const covered = coveredUntil(facts);
  const until = accessUntil(facts);
  if (!covered || !until) return undefined;
  if (isNews(until, now)) return { about: 'ended', of: until };
  const isNear = now < covered && covered.getTime() - now.getTime() <= DAY_MS;
  return isNear && facts.renewal !== 'mandate' ? { about: 'ending', of: covered } : undefined;
}

/** Ends between these times may be told of at a time. */
export const endsToTell = (now: Date): { readonly from: Date; readonly to: Date } => ({
  from: new Date(now.getTime() - 2 * NEWS_MS),
  to: new Date(now.getTime() + DAY_MS),
});

/** Whether few credits are left: fewer than ten, or than a tenth of what there was after the last top-up. */
export const areFew = (left: number, afterTopUp: number): boolean =>
  left < FEW || left * 10 < afterTopUp;
