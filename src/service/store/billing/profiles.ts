import { eq } from 'drizzle-orm';
import type { StoredProfile } from '../../domain/billing/profile.ts';
import type { Database, Transaction } from '../database.ts';
import { billingProfiles } from '../schema/billing/invoices.ts';

/** To whom an account's invoices are made out. */
export async function findProfile(
  db: Database,
  accountId: string,
): Promise<StoredProfile | undefined> {
  const { legalName, address, state, gstin, email } = billingProfiles;
  const [row] = await db
    .select({ legalName, address, state, gstin, email })
    .from(billingProfiles)
    .where(eq(billingProfiles.accountId, accountId));
  return row;
}

/** Sets to whom an account's invoices are made out from now on. */
export async function setProfile(
  db: Transaction,
  accountId: string,
  profile: StoredProfile & { readonly updatedAt: Date },
): Promise<void> {
  await db
    .insert(billingProfiles)
    .values({ accountId, ...profile })
    .onConflictDoUpdate({ target: billingProfiles.accountId, set: profile });
}

/** Erases to whom an account's invoices were made out; those that exist keep it. */
export async function eraseProfile(db: Transaction, accountId: string): Promise<void> {
  await db.delete(billingProfiles).where(eq(billingProfiles.accountId, accountId));
}
