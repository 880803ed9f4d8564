import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { Document } from '../documents/document.rules.ts';
import { nextSigner } from '../documents/document-states.rules.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Allowance } from '../quotas.rules.ts';
import { allowanceKey, untilMinute } from '../quotas.rules.ts';
import type { DeclineNotice, NewLinkNotice } from './mail-notice.rules.ts';
import { remindersOf } from './mail-notice.rules.ts';

/** Mails to one address per hour and day, from all accounts; and of one account per hour. */
export const MAIL_LIMITS = { hour: 5, day: 20, account: 50 } as const;

// `question`: an invitation or a reply address, sent without prior consent. `link`: a repeated
// signing link. `new-link`: one that the visitor of an expired link asked for. Each has its own
// limit, so that none can block another.
type MailPurpose = 'question' | 'link' | 'new-link';

/** A mail to an address that a member typed. */
export interface CausedMail {
  readonly accountId: string;
  readonly to: string;
  readonly purpose: MailPurpose;
}

/** Lower case without a `+` tag: all such addresses end in the same inbox. */
function inboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+', 1);
  return `${name}${address.slice(at)}`.toLowerCase();
}

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

/** Does not reveal whose mails came before. */
function tooManyMails(whose: 'recipient' | 'account', to: string, from: Date): DomainError {
  const reason =
    whose === 'recipient'
      ? `${to} gets no more mails of this kind for now: one address gets at most ${MAIL_LIMITS.hour} an hour and ${MAIL_LIMITS.day} a day, from all senders together.`
      : `Your account has sent ${MAIL_LIMITS.account} invitations, reply address confirmations and repeated links within an hour.`;
  const message = `${reason} Nothing was sent or changed. Try again after ${untilMinute(from)}.`;
  return new DomainError('invalid_state', message);
}

/** In the queueing transaction. @throws {DomainError} `invalid_state` without an allowance left */
export async function takeMail(tx: StoreTransaction, mail: CausedMail, at: Date): Promise<void> {
  const allowances = mailAllowances(mail);
  const usedUp = await tx.takeAllowances(allowances, at);
  if (!usedUp) return;
  const [ofRecipient] = allowances;
  const whose = usedUp.allowance === ofRecipient ? 'recipient' : 'account';
  throw tooManyMails(whose, mail.to, usedUp.from);
}

export async function ownersOf(
  tx: Pick<StoreTransaction, 'listMembers'>,
  accountId: string,
): Promise<string[]> {
  const members = await tx.listMembers(accountId);
  return members.flatMap(({ userId, role }) => (role === 'owner' ? [userId] : []));
}

/** Mails the account that sent a document, and its owners if the account has no address. */
export async function tellSender(
  tx: StoreTransaction,
  notice: DeclineNotice | NewLinkNotice,
  { document: { accountId, documentId }, at }: { readonly document: Document; readonly at: Date },
): Promise<void> {
  const account = await tx.findAccount(accountId);
  const owners = account?.contactEmail === null ? await ownersOf(tx, accountId) : [];
  const notices = [notice, ...owners.map((userId) => ({ ...notice, userId }))];
  const due = { documentId, signerId: null, at };
  await tx.queueMails(notices.map((one) => ({ notice: one, ...due })));
}

function remindersTo({ documentId }: Document, signerId: string, at: Date) {
  return remindersOf(at).map((reminder) => ({ ...reminder, documentId, signerId, at }));
}

/** Mails a link to each signer, and queues the first one's reminders. */
export async function queueLinks(
  tx: StoreTransaction,
  document: Document,
  at: Date,
): Promise<void> {
  const { documentId, signers } = document;
  const notice = { kind: 'signing-link', staleAt: null } as const;
  const links = signers.map(({ signerId }) => ({ notice, documentId, signerId, at }));
  const [first] = signers;
  await tx.queueMails([...links, ...(first ? remindersTo(document, first.signerId, at) : [])]);
}

/** Mails and reminds the next signer, or mails the completion to everyone. */
export async function queueAfterSignature(
  tx: StoreTransaction,
  document: Document,
  at: Date,
): Promise<void> {
  const { documentId, signers } = document;
  const next = nextSigner(document);
  const notice = { kind: next ? 'your-turn' : 'completed', staleAt: null } as const;
  const to = next ? [next] : signers;
  const mails = to.map(({ signerId }) => ({ notice, documentId, signerId, at }));
  await tx.queueMails([...mails, ...(next ? remindersTo(document, next.signerId, at) : [])]);
}
