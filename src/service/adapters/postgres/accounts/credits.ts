import { eq } from 'drizzle-orm';
import { DomainError } from '../../../domain/domain-error.ts';
import type { CreditGrant } from '../../../ports/store/billing.ts';
import type { Database } from '../database.ts';
import { isViolationOf } from '../plain-error.ts';
import { BALANCE_NOT_NEGATIVE, creditBalances, creditLedger } from '../schema/billing/credits.ts';

type Entry = typeof creditLedger.$inferInsert;

/** Adds an entry to the ledger. The database updates the balance, and refuses a negative one. */
async function enter(db: Database, entry: Entry): Promise<number> {
  const [row] = await db
    .insert(creditLedger)
    .values(entry)
    .returning({ balanceAfter: creditLedger.balanceAfter });
  if (!row) throw new Error('The credit ledger returned no entry.');
  return row.balanceAfter;
}

/** Adds credits and returns the new balance. */
export async function grantCredits(db: Database, grant: CreditGrant): Promise<number> {
  return await enter(db, grant);
}

/**
 * Charges a document's credits and returns the new balance.
 * @throws {DomainError} `insufficient_credits`; the transaction cannot continue after that
 */
export async function chargeCredits(
  db: Database,
  charge: { accountId: string; documentId: string; credits: number; at: Date },
): Promise<number> {
  return await takeOff(
    db,
    charge,
    (balance) =>
      `Sending takes ${charge.credits} credits and the account has ${balance}; nothing was sent.`,
  );
}

/**
 * Takes credits off for a refund, once, and returns the new balance.
 * @throws {DomainError} `insufficient_credits`; the transaction cannot continue after that
 */
export async function takeCredits(
  db: Database,
  taken: { accountId: string; refundId: string; credits: number; at: Date },
): Promise<number> {
  return await takeOff(
    db,
    taken,
    (balance) => `The account has only ${balance} unused credits; nothing was refunded.`,
  );
}

async function takeOff(
  db: Database,
  entry: Entry,
  refusal: (balance: number) => string,
): Promise<number> {
  const [locked] = await db
    .select({ balance: creditBalances.balance })
    .from(creditBalances)
    .where(eq(creditBalances.accountId, entry.accountId))
    .for('update');
  try {
    return await enter(db, { ...entry, credits: -entry.credits });
  } catch (error) {
    if (!isViolationOf(error, BALANCE_NOT_NEGATIVE)) throw error;
    throw new DomainError('insufficient_credits', refusal(locked?.balance ?? 0));
  }
}

/** Credits left; 0 for an account that does not exist. */
export async function creditBalance(db: Database, accountId: string): Promise<number> {
  const [row] = await db
    .select({ balance: creditBalances.balance })
    .from(creditBalances)
    .where(eq(creditBalances.accountId, accountId));
  return row?.balance ?? 0;
}
