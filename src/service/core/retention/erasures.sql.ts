import type { SQL } from 'drizzle-orm';
import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import { eraseProfile } from '../../billing/invoices/invoices.sql.ts';
import { forgetPerson } from '../../members/members.sql.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { assertChanged } from '../../store/database.ts';
import { IN_STATE, isUuid } from '../../store/documents/documents.sql.ts';
import { accounts, apiKeys, logos, requests } from '../../store/schema/accounts.tables.ts';
import { erasures } from '../../store/schema/documents.tables.ts';
import { members, sessions } from '../../store/schema/members.tables.ts';
import { billingNotices, mandates } from '../../store/schema/orders.tables.ts';
import { events, webhookEndpoints } from '../../store/schema/outbox.tables.ts';
import { deleteItems } from './remove-document.sql.ts';

export interface ErasureSubject {
  readonly accountId: string;
  /** Null for the whole account. */
  readonly documentId: string | null;
}

/** An entry in the ledger of erasures. It holds no personal data. */
export interface Erasure extends ErasureSubject {
  readonly erasureId: string;
  readonly requestedAt: Date;
  /** Null until everything is erased. */
  readonly finishedAt: Date | null;
}

export interface ErasureFilter {
  readonly since?: Date;
  readonly isOpen?: boolean;
  /** Matches only the erasure of the whole account. */
  readonly accountId?: string;
  readonly documentId?: string;
}

const isOf = ({ accountId, documentId }: ErasureSubject): SQL | undefined =>
  and(
    eq(erasures.accountId, accountId),
    documentId === null ? isNull(erasures.documentId) : eq(erasures.documentId, documentId),
  );

/** Adds an erasure to the ledger, unless it is there. Returns the stored one. */
export async function insertErasure(
  db: Transaction,
  added: Pick<Erasure, 'accountId' | 'documentId' | 'requestedAt'>,
): Promise<Erasure> {
  await db.insert(erasures).values(added).onConflictDoNothing();
  const [row] = await db.select().from(erasures).where(isOf(added));
  if (!row) throw new Error('The erasure was not written.');
  return row;
}

export async function finishErasure(db: Transaction, erasureId: string, at: Date): Promise<void> {
  const isIt = eq(erasures.erasureId, erasureId);
  const finished = await db.update(erasures).set({ finishedAt: at }).where(isIt);
  assertChanged(finished, `erasure ${erasureId}`);
}

export async function listErasures(
  db: Database,
  { since, isOpen, accountId, documentId }: ErasureFilter,
): Promise<Erasure[]> {
  if (documentId !== undefined && !isUuid(documentId)) return [];
  const conditions = [
    since && gte(erasures.requestedAt, since),
    isOpen ? isNull(erasures.finishedAt) : undefined,
    accountId === undefined ? undefined : isOf({ accountId, documentId: null }),
    documentId === undefined ? undefined : eq(erasures.documentId, documentId),
  ];
  return await db
    .select()
    .from(erasures)
    .where(and(...conditions))
    .orderBy(asc(erasures.requestedAt), asc(erasures.erasureId));
}

/** Counts trail entries whose personal values are in their hash chain: they cannot be erased. */
export async function countUnerasable(
  db: Database,
  { accountId, documentId }: ErasureSubject,
): Promise<number> {
  const own = documentId === null ? sql`` : sql`AND document_id = ${documentId}::uuid`;
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM audit_entries JOIN documents USING (document_id)
      WHERE account_id = ${accountId} AND v = 1 ${own}`);
  return rows[0]?.count ?? 0;
}

/** Counts of documents that prevent an account's erasure. */
export interface OpenDocuments {
  readonly open: number;
  /** On legal hold themselves. */
  readonly held: number;
}

export async function countOpen(db: Transaction, accountId: string): Promise<OpenDocuments> {
  const { rows } = await db.execute<{ open: number; held: number }>(sql`
    SELECT count(*) FILTER (WHERE ${IN_STATE.waiting})::int AS open,
        count(*) FILTER (WHERE hold_reason IS NOT NULL)::int AS held
      FROM documents WHERE account_id = ${accountId} AND removed_at IS NULL`);
  const [counted] = rows;
  return counted ?? { open: 0, held: 0 };
}

const NO_ACCESS = { subscription: 'none', renewal: null } as const;

/**
 * Erases name, settings, logo, billing profile, keys, members and endpoints. Invoices stay, as tax
 * law requires. The next poll cancels the mandate. Documents are erased separately.
 */
export async function eraseAccount(db: Transaction, accountId: string, at: Date): Promise<void> {
  const settings = {
    replyTo: null,
    message: null,
    helpUrl: null,
    privacyUrl: null,
    termsUrl: null,
    returnOrigins: null,
    colour: null,
    logoHash: null,
    pendingReplyTo: null,
    replyAskedAt: null,
  };
  const erased = await db
    .update(accounts)
    .set({ name: '', contactEmail: null, ...settings, ...NO_ACCESS, erasedAt: at })
    .where(eq(accounts.accountId, accountId));
  assertChanged(erased, `account ${accountId}`);
  await eraseProfile(db, accountId);
  await db.update(mandates).set({ dueAt: at }).where(eq(mandates.accountId, accountId));
  await db.delete(billingNotices).where(eq(billingNotices.accountId, accountId));
  await db.delete(logos).where(eq(logos.accountId, accountId));
  await db.delete(apiKeys).where(eq(apiKeys.accountId, accountId));
  await eraseMembers(db, accountId);
  // Running deliveries refer to the rows, which are deleted last.
  await db
    .update(webhookEndpoints)
    .set({ enabled: false, removed: true })
    .where(eq(webhookEndpoints.accountId, accountId));
}

/** Also deletes their sessions, and people who belong to no other account. */
async function eraseMembers(db: Transaction, accountId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.accountId, accountId));
  const left = await db
    .delete(members)
    .where(eq(members.accountId, accountId))
    .returning({ userId: members.userId });
  for (const { userId } of left) {
    await forgetPerson(db, userId);
  }
}

/** Deletes the rest of an erased account: test events, mails, endpoints and API requests. */
export async function clearAccount(db: Transaction, accountId: string): Promise<void> {
  const own = sql`(SELECT endpoint_id FROM webhook_endpoints WHERE account_id = ${accountId})`;
  await deleteItems(
    db,
    sql`document_id IS NULL AND (endpoint_id IN ${own} OR mail->>'endpointId' IN ${own} OR mail->>'accountId' = ${accountId})`,
  );
  await db.delete(events).where(and(eq(events.accountId, accountId), isNull(events.documentId)));
  await db.delete(webhookEndpoints).where(eq(webhookEndpoints.accountId, accountId));
  await db.delete(requests).where(eq(requests.accountId, accountId));
}
