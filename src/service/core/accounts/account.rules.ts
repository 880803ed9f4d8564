import type { Language } from '../../../languages/languages.ts';
import { LANGUAGE_CODES } from '../../../languages/languages.ts';
import type { AccessFacts, Subscription } from '../../billing/access.rules.ts';
import { accessOf } from '../../billing/access.rules.ts';
import type { Colour } from '../branding/accent.rules.ts';
import { LINK_DAYS } from '../links/links.rules.ts';

export type { Subscription };

/** If a certificate has another name, `strict` rejects it, and `flag` accepts it and shows both. */
export const NAMES_POLICIES = ['strict', 'flag'] as const;
export type NamesPolicy = (typeof NAMES_POLICIES)[number];

/** Mails can begin in these. */
export const MAIL_LANGUAGES = LANGUAGE_CODES;

/** Averaged over leap years, so that three years never fall short. */
const YEAR_DAYS = 365.25;

/** How long documents are kept, in days; null is forever. Accounts may choose within these. */
export const KEEP_DAYS = {
  completed: { minimum: Math.ceil(3 * YEAR_DAYS), default: null },
  drafts: { minimum: 1, default: 90 },
  maximum: 100 * 366,
} as const;

export interface AccountSettings {
  /** The sender's name, as signers see it. */
  readonly name: string;
  /** Receives replies to mails to signers, once its owner confirmed it; null for none. */
  readonly replyTo: string | null;
  /** Shown on signers' pages and in mails, on one line; null for none. */
  readonly message: string | null;
  /** Linked from signers' pages and mails; null for none. */
  readonly helpUrl: string | null;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
  /** Where signing links may lead back to: origins, separated by spaces; null for none. */
  readonly returnOrigins: string | null;
  readonly linkDays: number;
  /** Signers whose link has expired may have a new one mailed to themselves. */
  readonly newLinks: boolean;
  /** Comes first in mails. */
  readonly language: Language;
  readonly names: NamesPolicy;
  /** Accent of signers' pages and mails, such as `#2447c5`; null for the service's own. */
  readonly colour: Colour | null;
  /** Days to keep completed, withdrawn and declined documents; null is forever. */
  readonly keepCompletedDays: number | null;
  /** Days to keep documents that were never sent, from their last change; null is forever. */
  readonly keepDraftDays: number | null;
}

export const DEFAULT_SETTINGS: Omit<AccountSettings, 'name'> = {
  replyTo: null,
  message: null,
  helpUrl: null,
  privacyUrl: null,
  termsUrl: null,
  returnOrigins: null,
  linkDays: LINK_DAYS.default,
  newLinks: true,
  language: 'en',
  names: 'flag',
  colour: null,
  keepCompletedDays: KEEP_DAYS.completed.default,
  keepDraftDays: KEEP_DAYS.drafts.default,
};

export interface Account extends AccountSettings {
  readonly accountId: string;
  /** Receives mails to the customer; null when unknown. */
  readonly contactEmail: string | null;
  /** SHA-256 of the logo's file; null without a logo. */
  readonly logoHash: string | null;
  /** Will replace `replyTo` once its owner confirms it; null for none. */
  readonly pendingReplyTo: string | null;
  /** When an address was last asked to confirm; null for never. */
  readonly replyAskedAt: Date | null;
  readonly subscription: Subscription;
  readonly trialStartedAt: Date | null;
  /** End of the last paid month; null for a plan set by the operator, which has no end. */
  readonly paidUntil: Date | null;
  /** What follows the paid time, as in `AccessFacts`. */
  readonly renewal: AccessFacts['renewal'];
  /** Why it is on legal hold, which prevents any removal; null when it is not. */
  readonly holdReason: string | null;
  /** When its erasure began, which hides it from then on; null when it did not. */
  readonly erasedAt: Date | null;
}

/** The part of an account that every API request reads. */
export type CallerAccount = Pick<
  Account,
  'accountId' | 'name' | 'linkDays' | 'keepDraftDays' | keyof AccessFacts
>;

/** True while subscribed, in the days after a paid month, and in the 72-hour trial. */
export function hasApiAccess(account: AccessFacts, now: Date): boolean {
  const { state } = accessOf(account, now);
  return state === 'active' || state === 'past_due' || state === 'trial';
}
