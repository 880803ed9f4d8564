import { DAY_MS } from '../../../contract/durations.ts';
import type { LinkSecrets, Links } from '../links/links.rules.ts';
import { sealed, unsealed } from '../links/links.rules.ts';
import type { Account } from './account.rules.ts';

const PURPOSE = 'reply-address';

/** How long an address can be confirmed, and how long until the account may ask again. */
export const REPLY_ADDRESS = { days: 7, betweenMs: 5 * 60_000 } as const;

export type AskingAccount = Pick<Account, 'accountId' | 'pendingReplyTo' | 'replyAskedAt'>;

/** What the link confirms. Asking again, or for another address, makes another link. */
const subjectOf = ({ accountId, pendingReplyTo, replyAskedAt }: AskingAccount): string =>
  `${accountId} ${replyAskedAt?.getTime()} ${pendingReplyTo}`;

export const replyAddressUrl = ({ secret, baseUrl }: Links, account: AskingAccount): string =>
  `${baseUrl}/dashboard/reply-address/${sealed(secret, PURPOSE, subjectOf(account))}`;

/** The account id in a link; undefined when this service did not make it. */
export const accountOfReplyLink = (secrets: LinkSecrets, token: string): string | undefined =>
  unsealed(secrets, PURPOSE, token)?.split(' ', 1)[0];

/** Until when the pending address can be confirmed; undefined when none is pending. */
export function confirmableUntil(account: AskingAccount, now: Date): Date | undefined {
  const { pendingReplyTo, replyAskedAt } = account;
  if (pendingReplyTo === null || replyAskedAt === null) return undefined;
  const until = new Date(replyAskedAt.getTime() + REPLY_ADDRESS.days * DAY_MS);
  return now < until ? until : undefined;
}

export const isReplyLink = (
  secrets: LinkSecrets,
  token: string,
  { account, now }: { readonly account: AskingAccount; readonly now: Date },
): boolean =>
  confirmableUntil(account, now) !== undefined &&
  unsealed(secrets, PURPOSE, token) === subjectOf(account);
