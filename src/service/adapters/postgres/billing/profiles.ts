import { eq } from 'drizzle-orm';
import type { BillingProfile } from '../../../domain/billing/profile.ts';
import type { Database } from '../database.ts';
import { billingProfiles } from '../schema/invoices.ts';

/** To whom an account's invoices are made out. */
export async function findProfile(
  db: Database,
  accountId: string,
): Promise<BillingProfile | undefined> {
  const { legalName, address, state, gstin } = billingProfiles;
  const [row] = await db
    .select({ legalName, address, state, gstin })
    .from(billingProfiles)
    .where(eq(billingProfiles.accountId, accountId));
  return row;
}

/** Sets to whom an account's invoices are made out from now on. */
export async function setProfile(
  db: Database,
  accountId: string,
  profile: BillingProfile & { readonly updatedAt: Date },
): Promise<void> {
  await db
    .insert(billingProfiles)
    .values({ accountId, ...profile })
    .onConflictDoUpdate({ target: billingProfiles.accountId, set: profile });
}

/** Erases to whom an account's invoices were made out; those that exist keep it. */
export async function eraseProfile(db: Database, accountId: string): Promise<void> {
  await db.delete(billingProfiles).where(eq(billingProfiles.accountId, accountId));
}
