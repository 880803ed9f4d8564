import { eq } from 'drizzle-orm';
import { DomainError } from '../../../domain/domain-error.ts';
import type { Database } from '../database.ts';
import { isViolationOf } from '../database.ts';
import { BALANCE_NOT_NEGATIVE, creditBalances, creditLedger } from '../schema/credits.ts';

type Entry = typeof creditLedger.$inferInsert;

/** Adds a line to the ledger; the database moves the balance and refuses one below zero. */
async function enter(db: Database, entry: Entry): Promise<number> {
  const [row] = await db
    .insert(creditLedger)
    .values(entry)
    .returning({ balanceAfter: creditLedger.balanceAfter });
  if (!row) throw new Error('The credit ledger took no entry.');
  return row.balanceAfter;
}

/** Adds credits; answers the balance after. */
export async function grantCredits(
  db: Database,
  grant: { accountId: string; credits: number; at: Date },
): Promise<number> {
  return await enter(db, grant);
}

/**
 * Takes a document's credits; answers the balance after.
 * @throws {DomainError} `insufficient_credits`; the transaction is over then
 */
export async function chargeCredits(
  db: Database,
  charge: { accountId: string; documentId: string; credits: number; at: Date },
): Promise<number> {
  const [locked] = await db
    .select({ balance: creditBalances.balance })
    .from(creditBalances)
    .where(eq(creditBalances.accountId, charge.accountId))
    .for('update');
  try {
    return await enter(db, { ...charge, credits: -charge.credits });
  } catch (error) {
    if (!isViolationOf(error, BALANCE_NOT_NEGATIVE)) throw error;
    throw new DomainError(
      'insufficient_credits',
      `Sending takes ${charge.credits} credits and the account has ${locked?.balance ?? 0}; nothing was sent.`,
    );
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
