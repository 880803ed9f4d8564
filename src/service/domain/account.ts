import { LIMITS } from '../../contract/limits.ts';

/** An account's plan. */
export type Subscription = 'none' | 'trial' | 'active';

/**
 * What becomes of a signature whose certificate has another name than the signer was invited by: `strict` refuses it,
 * `flag` accepts it and shows both names.
 */
export const NAMES_POLICIES = ['strict', 'flag'] as const;
export type NamesPolicy = (typeof NAMES_POLICIES)[number];

/** A customer of the service. */
export interface Account {
  readonly accountId: string;
  /** The sender's name, as signers see it. */
  readonly name: string;
  /** Receives mails to the customer; null when unknown. */
  readonly contactEmail: string | null;
  readonly subscription: Subscription;
  /** Null when there was no trial. */
  readonly trialStartedAt: Date | null;
  readonly names: NamesPolicy;
}

/** True for an account that is subscribed, or within the 72 hours of its trial. */
export function hasApiAccess({ subscription, trialStartedAt }: Account, now: Date): boolean {
  if (subscription === 'active') return true;
  if (subscription === 'none' || !trialStartedAt) return false;
  return now.getTime() < trialStartedAt.getTime() + LIMITS.trialMs;
}
