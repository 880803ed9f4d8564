import type { Allowance } from '../allowances.ts';
import { allowanceKey, DAY_MS, HOUR_MS, untilMinute } from '../allowances.ts';
import { DomainError } from '../domain-error.ts';

/** Most mails that members cause to one address, of all accounts together, and those of one account in an hour. */
export const MAIL_LIMITS = { hour: 5, day: 20, account: 50 } as const;

/**
 * Purpose of a mail that a member asks for. `question`: an invitation, or whether replies may go to an address; who gets it agreed to
 * nothing before. `link`: a signing link that is sent again, which nobody can block by questions.
 */
type MailPurpose = 'question' | 'link';

/** A mail that a member causes, to an address that a person typed. */
export interface CausedMail {
  readonly accountId: string;
  readonly to: string;
  readonly purpose: MailPurpose;
}

/** An address in lower case without a tag behind `+`: mail to all of them ends in one inbox. */
function inboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+', 1);
  return `${name}${address.slice(at)}`.toLowerCase();
}

/** Allowances that a mail uses: its recipient's and its account's. */
export const mailAllowances = ({
  accountId,
  to,
  purpose,
}: CausedMail): readonly [ofRecipient: Allowance, ofAccount: Allowance] => [
  {
    key: allowanceKey('mail to', purpose, inboxOf(to)),
    limits: [
      { most: MAIL_LIMITS.hour, withinMs: HOUR_MS },
      { most: MAIL_LIMITS.day, withinMs: DAY_MS },
    ],
  },
  {
    key: allowanceKey('mails of', accountId),
    limits: [{ most: MAIL_LIMITS.account, withinMs: HOUR_MS }],
  },
];

/** Why a mail is not sent now. Whose mails came before is not told. */
export function tooManyMails(whose: 'recipient' | 'account', to: string, from: Date): DomainError {
  const reason =
    whose === 'recipient'
      ? `${to} gets no more mails of this kind for now: one address gets at most ${MAIL_LIMITS.hour} an hour and ${MAIL_LIMITS.day} a day, from all senders together.`
      : `Your account has sent ${MAIL_LIMITS.account} invitations, reply address confirmations and repeated links within an hour.`;
  const message = `${reason} Nothing was sent or changed. Try again after ${untilMinute(from)}.`;
  return new DomainError('invalid_state', message);
}
