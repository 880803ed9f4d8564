import type { StoreTransaction } from '../../store/store.ts';
import type { CausedMail } from './mail-allowances.rules.ts';
import { mailAllowances, tooManyMails } from './mail-allowances.rules.ts';

/** In the queueing transaction. @throws {DomainError} `invalid_state` without an allowance left */
export async function takeMail(tx: StoreTransaction, mail: CausedMail, at: Date): Promise<void> {
  const allowances = mailAllowances(mail);
  const usedUp = await tx.takeAllowances(allowances, at);
  if (!usedUp) return;
  const [ofRecipient] = allowances;
  const whose = usedUp.allowance === ofRecipient ? 'recipient' : 'account';
  throw tooManyMails(whose, mail.to, usedUp.from);
}
