import { DAY_MS } from '../../contract/durations.ts';
import type { AccessFacts } from './access.rules.ts';
import { accessUntil, coveredUntil } from './access.rules.ts';

/** Owners are mailed about an expiry for up to 3 days; older ones are skipped. */
const NEWS_MS = 3 * DAY_MS;
const FEW = 10;

export interface EndNotice {
  readonly about: 'ending' | 'ended';
  readonly of: Date;
}

const isNews = (end: Date, now: Date): boolean =>
  end <= now && now.getTime() - end.getTime() < NEWS_MS;

/** Due a day before covered time ends, unless a mandate pays for more, and after access ended. */
export function endToTell(facts: AccessFacts, now: Date): EndNotice | undefined {
  const covered = coveredUntil(facts);
  const until = accessUntil(facts);
  if (!covered || !until) return undefined;
  if (isNews(until, now)) return { about: 'ended', of: until };
  const isNear = now < covered && covered.getTime() - now.getTime() <= DAY_MS;
  return isNear && facts.renewal !== 'mandate' ? { about: 'ending', of: covered } : undefined;
}

/** The range of expiries that may need a notice now. */
export const endsToTell = (now: Date): { readonly from: Date; readonly to: Date } => ({
  from: new Date(now.getTime() - 2 * NEWS_MS),
  to: new Date(now.getTime() + DAY_MS),
});

/** True for fewer than ten credits, or less than a tenth of the balance after the last top-up. */
export const areFew = (left: number, afterTopUp: number): boolean =>
  left < FEW || left * 10 < afterTopUp;
