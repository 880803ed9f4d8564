import { LIMITS } from '../../contract/limits.ts';

/** What an account pays for: nothing, the free trial, or a subscription. */
export type Subscription = 'none' | 'trial' | 'active';

/** A customer of the service. */
export interface Account {
  readonly accountId: string;
  /** Who signers are told the document comes from. */
  readonly name: string;
  /** Where mails to the customer go; null when none is known. */
  readonly contactEmail: string | null;
  readonly subscription: Subscription;
  /** When the trial began; null where there was none. */
  readonly trialStartedAt: Date | null;
}

/** True while the account may use the API: subscribed, or within 72 hours of its trial's start. */
export function hasApiAccess({ subscription, trialStartedAt }: Account, now: Date): boolean {
  if (subscription === 'active') return true;
  if (subscription === 'none' || !trialStartedAt) return false;
  return now.getTime() < trialStartedAt.getTime() + LIMITS.trialMs;
}
