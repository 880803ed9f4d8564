import { and, eq, isNull, sql } from 'drizzle-orm';
import { eraseProfile } from '../../billing/invoices/invoices.sql.ts';
import { forgetPerson } from '../../members/members.sql.ts';
import type { Transaction } from '../../store/database.ts';
import { assertChanged } from '../../store/database.ts';
import { IN_STATE } from '../../store/documents/documents.sql.ts';
import { accounts, apiKeys, logos, requests } from '../../store/schema/accounts.tables.ts';
import { billingNotices, mandates } from '../../store/schema/mandates.tables.ts';
import { members, sessions } from '../../store/schema/members.tables.ts';
import { events, webhookEndpoints } from '../../store/schema/webhooks.tables.ts';
import { deleteItems } from './remove-document.sql.ts';

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
