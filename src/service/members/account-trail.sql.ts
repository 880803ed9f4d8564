import { and, desc, eq, lt } from 'drizzle-orm';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { lockAccount } from '../core/accounts/accounts.sql.ts';
import type { Database, Transaction } from '../store/database.ts';
import { accountAudit } from '../store/schema/members.tables.ts';
import type { AccountAction, AccountEntry } from './account-trail.rules.ts';
import { chainAction } from './account-trail.rules.ts';

export interface AccountTrailPage {
  readonly accountId: string;
  readonly before?: number;
  readonly limit?: number;
}

const Target = Compile(Type.Record(Type.String(), Type.String()));
const ALL = 2 ** 31 - 1;

/** Appends an action to its account's trail. Locks the account. */
export async function appendAction(db: Transaction, action: AccountAction): Promise<void> {
  const { accountId } = action;
  await lockAccount(db, accountId);
  const [last] = await db
    .select({ seq: accountAudit.seq, hash: accountAudit.hash })
    .from(accountAudit)
    .where(eq(accountAudit.accountId, accountId))
    .orderBy(desc(accountAudit.seq))
    .limit(1);
  await db.insert(accountAudit).values(chainAction(last, action));
}

export async function readTrail(
  db: Database,
  { accountId, before, limit = ALL }: AccountTrailPage,
): Promise<AccountEntry[]> {
  const isEarlier = before === undefined ? undefined : lt(accountAudit.seq, before);
  const rows = await db
    .select()
    .from(accountAudit)
    .where(and(eq(accountAudit.accountId, accountId), isEarlier))
    .orderBy(desc(accountAudit.seq))
    .limit(limit);
  return rows.map((row) => ({ ...row, target: Target.Parse(row.target) }));
}
