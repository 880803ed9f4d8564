import type { AccessFacts, Subscription } from '../billing/access.ts';
import { accessOf } from '../billing/access.ts';
import type { Colour } from '../branding/contrast.ts';

export type { Subscription };

/**
 * The policy for a signature whose certificate has another name than the signer was invited by: `strict` refuses it,
 * `flag` accepts it and shows both names.
 */
export const NAMES_POLICIES = ['strict', 'flag'] as const;
export type NamesPolicy = (typeof NAMES_POLICIES)[number];

/** How long signing links last, in days from sending; an account may choose within these. */
export const LINK_DAYS = { minimum: 1, default: 30, maximum: 365 } as const;

/** Days in a year: three years are never shorter than those of the calendar. */
const YEAR_DAYS = 365.25;

/** How long documents are kept, in days; null is for ever. An account may choose from the minimum on. */
export const KEEP_DAYS = {
  completed: { minimum: Math.ceil(3 * YEAR_DAYS), default: null },
  drafts: { minimum: 1, default: 90 },
  maximum: 100 * 366,
} as const;

/** An account's settings for its documents, and its appearance to signers. */
export interface AccountSettings {
  /** The sender's name, as signers see it. */
  readonly name: string;
  /** Receives the signers' replies to mails, as its owner confirmed; null for none. */
  readonly replyTo: string | null;
  /** Stands on signers' pages and in mails, on one line; null for none. */
  readonly message: string | null;
  /** Linked from signers' pages and mails; null for none. */
  readonly helpUrl: string | null;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
  /** How long signing links last, in days from sending. */
  readonly linkDays: number;
  readonly names: NamesPolicy;
  /** The accent of signers' pages and mails, such as `#2447c5`; null for the service's own. */
  readonly colour: Colour | null;
  /** How long documents are kept that are completed, withdrawn or declined, in days; null for ever. */
  readonly keepCompletedDays: number | null;
  /** How long documents are kept that were never sent, in days from their last change; null for ever. */
  readonly keepDraftDays: number | null;
}

/** The settings of a new account, but for its name. */
export const DEFAULT_SETTINGS: Omit<AccountSettings, 'name'> = {
  replyTo: null,
  message: null,
  helpUrl: null,
  privacyUrl: null,
  termsUrl: null,
  linkDays: LINK_DAYS.default,
  names: 'flag',
  colour: null,
  keepCompletedDays: KEEP_DAYS.completed.default,
  keepDraftDays: KEEP_DAYS.drafts.default,
};

/** A customer of the service. */
export interface Account extends AccountSettings {
  readonly accountId: string;
  /** Receives mails to the customer; null when unknown. */
  readonly contactEmail: string | null;
  /** The SHA-256 of its logo's file; null without a logo. */
  readonly logoHash: string | null;
  /** Will receive replies once somebody there confirms it; null unless an address waits. */
  readonly pendingReplyTo: string | null;
  /** When an address was last asked to confirm; null when none was. */
  readonly replyAskedAt: Date | null;
  readonly subscription: Subscription;
  /** Null when there was no trial. */
  readonly trialStartedAt: Date | null;
  /** The end of the last month that was paid; null for a plan that the operator set, which has no end. */
  readonly paidUntil: Date | null;
  /** After the paid time: charges by a mandate, nothing since it was cancelled, or the customer's choice. */
  readonly renewal: AccessFacts['renewal'];
  /** Why nothing of it may be removed; null unless it is on legal hold. */
  readonly holdReason: string | null;
  /** When its erasure began; null unless it did. Nobody finds it from then on. */
  readonly erasedAt: Date | null;
}

/** True for an account that is subscribed, in the days after its last paid month, or within the 72 hours of its trial. */
export function hasApiAccess(account: AccessFacts, now: Date): boolean {
  const { state } = accessOf(account, now);
  return state === 'active' || state === 'past_due' || state === 'trial';
}
