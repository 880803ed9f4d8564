import type { SQL } from 'drizzle-orm';
import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database.ts';
import { auditPersonal } from '../schema/documents/audit-entries.ts';
import { documents, signers } from '../schema/documents/documents.ts';
import { downloads } from '../schema/documents/downloads.ts';
import { signatureAttempts } from '../schema/documents/signature-attempts.ts';
import { deliveryAttempts } from '../schema/outbox.ts';
import { events } from '../schema/webhooks.ts';

/**
 * Deletes outbox items, then their log. Locks rows in the order of settlements, so that an earlier
 * settlement has written its part of the log.
 */
export async function deleteItems(db: Database, condition: SQL): Promise<void> {
  const { rows } = await db.execute<{ seq: number }>(sql`
    WITH gone AS (SELECT seq FROM deliveries WHERE ${condition} ORDER BY seq FOR UPDATE)
    DELETE FROM deliveries d USING gone WHERE d.seq = gone.seq RETURNING d.seq::float8 AS seq`);
  // One parameter for all: an account can have more test events than a statement takes parameters.
  const seqs = sql.param(rows.map(({ seq }) => seq));
  await db.delete(deliveryAttempts).where(sql`delivery_seq = ANY (${seqs}::bigint[])`);
}

const NO_TEXT = { name: '', email: '', phone: '', positions: null } as const;

/**
 * Deletes a document's personal data and everything that belongs only to it. Ids, times, file
 * hashes and the trail stay: the ledger and the trail refer to them. The document must be locked.
 */
export async function removeDocument(db: Transaction, documentId: string, at: Date): Promise<void> {
  // First, since only events of removed documents may be deleted.
  await db
    .update(documents)
    .set({
      name: '',
      externalId: null,
      withdrawalReason: sql`CASE WHEN withdrawn_at IS NOT NULL THEN '' END`,
      pages: [],
      placements: null,
      removedAt: at,
    })
    .where(eq(documents.documentId, documentId));
  await deleteItems(db, sql`document_id = ${documentId}::uuid`);
  for (const table of [events, signatureAttempts, downloads, auditPersonal]) {
    await db.delete(table).where(eq(table.documentId, documentId));
  }
  await db
    .update(signers)
    .set({ ...NO_TEXT, declineReason: null, certifiedName: null, identity: null })
    .where(eq(signers.documentId, documentId));
}
