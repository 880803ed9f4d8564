import { eq } from 'drizzle-orm';
import type { Logo } from '../../domain/branding/logo.ts';
import type { Database, Transaction } from '../database.ts';
import { assertChanged } from '../database.ts';
import { accounts, logos } from '../schema/accounts/accounts.ts';

/** Gives an account another logo, or none. @throws {Error} when there is no such account */
export async function setLogo(
  db: Transaction,
  accountId: string,
  logo: Logo | null,
): Promise<void> {
  const logoHash = logo?.hash ?? null;
  const isIt = eq(accounts.accountId, accountId);
  assertChanged(await db.update(accounts).set({ logoHash }).where(isIt), `account ${accountId}`);
  if (logo === null) {
    await db.delete(logos).where(eq(logos.accountId, accountId));
    return;
  }
  await db
    .insert(logos)
    .values({ accountId, ...logo })
    .onConflictDoUpdate({ target: logos.accountId, set: logo });
}

/** The file of a logo that some account has, by its SHA-256. */
export async function findLogo(db: Database, hash: string): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ png: logos.png })
    .from(logos)
    .where(eq(logos.hash, hash))
    .limit(1);
  return row?.png;
}
