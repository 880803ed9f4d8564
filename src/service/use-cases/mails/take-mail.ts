import type { CausedMail } from '../../domain/mails/mail-allowances.ts';
import { mailAllowances, tooManyMails } from '../../domain/mails/mail-allowances.ts';
import type { StoreTransaction } from '../../store/store.ts';

/**
 * Takes the allowances of a mail that a member causes, in the transaction that queues it.
 * @throws {DomainError} `invalid_state` when its recipient or its account has none left
 */
export async function takeMail(tx: StoreTransaction, mail: CausedMail, at: Date): Promise<void> {
  const allowances = mailAllowances(mail);
  const usedUp = await tx.takeAllowances(allowances, at);
  if (!usedUp) return;
  const [ofRecipient] = allowances;
  const whose = usedUp.allowance === ofRecipient ? 'recipient' : 'account';
  throw tooManyMails(whose, mail.to, usedUp.from);
}
