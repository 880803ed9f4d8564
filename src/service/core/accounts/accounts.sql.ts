import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { assertChanged } from '../../store/database.ts';
import { accounts, logos } from '../../store/schema/accounts.tables.ts';
import type { documents } from '../../store/schema/documents.tables.ts';
import { creditBalances } from '../../store/schema/orders.tables.ts';
import type { Logo } from '../branding/logo.rules.ts';
import type { Account, AccountSettings } from './account.rules.ts';

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

export async function findLogo(db: Database, hash: string): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ png: logos.png })
    .from(logos)
    .where(eq(logos.hash, hash))
    .limit(1);
  return row?.png;
}

export type AccountChange = Partial<
  AccountSettings & Omit<Account, keyof AccountSettings | 'accountId' | 'logoHash' | 'erasedAt'>
>;

export interface AccountSummary extends Account {
  readonly createdAt: Date;
  readonly credits: number;
}

const { createdAt: _, ...account } = getTableColumns(accounts);

export async function insertAccount(
  db: Transaction,
  added: typeof accounts.$inferInsert,
): Promise<void> {
  await db.insert(accounts).values(added);
}

export async function changeAccount(
  db: Transaction,
  id: string,
  change: AccountChange,
): Promise<void> {
  const result = await db.update(accounts).set(change).where(eq(accounts.accountId, id));
  assertChanged(result, `account ${id}`);
}

/** Finds an account, unless it was erased. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await db.select(account).from(accounts).where(isStanding(id));
  return row;
}

export interface SenderAccount extends Account {
  /** Whether anyone is mailed when something happens to its documents. */
  readonly isMailed: boolean;
}

const isMailed = sql<boolean>`(accounts.contact_email IS NOT NULL OR EXISTS (
  SELECT FROM members WHERE members.account_id = accounts.account_id AND role = 'owner'))`;
export const sender = { ...account, isMailed };

/** True of an account that was not erased. */
export const isStanding = (accountId: typeof documents.accountId | string) =>
  and(eq(accounts.accountId, accountId), isNull(accounts.erasedAt));

export async function findSender(db: Database, id: string): Promise<SenderAccount | undefined> {
  const [row] = await db.select(sender).from(accounts).where(isStanding(id));
  return row;
}

/** Finds an account, even an erased one, and locks its row. New rows may still refer to it. */
export async function lockAccount(db: Transaction, id: string): Promise<Account | undefined> {
  const isIt = eq(accounts.accountId, id);
  const [row] = await db.select(account).from(accounts).where(isIt).for('no key update');
  return row;
}

export async function listAccounts(db: Database): Promise<AccountSummary[]> {
  return await db
    .select({ ...account, createdAt: accounts.createdAt, credits: creditBalances.balance })
    .from(accounts)
    .innerJoin(creditBalances, eq(creditBalances.accountId, accounts.accountId))
    .where(isNull(accounts.erasedAt))
    .orderBy(asc(accounts.createdAt), asc(accounts.accountId));
}
