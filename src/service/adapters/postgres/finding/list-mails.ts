import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { MailState } from '../../../ports/store/finding.ts';
import type { Database } from '../database.ts';
import { readMail } from '../documents/checked-json.ts';
import { isUuid } from '../documents/documents.ts';
import { deliveries, deliveryAttempts } from '../schema/outbox.ts';

/** The mails about a document, oldest first, each with its newest attempt that is over. */
export async function listMails(db: Database, documentId: string): Promise<MailState[]> {
  if (!isUuid(documentId)) return [];
  const { seq, mail, signerId, state, createdAt, attempts, nextAt, bouncedAt } = deliveries;
  const { deliverySeq, number, endedAt, error } = deliveryAttempts;
  const newest = sql`${number} = (
    SELECT max(a.number) FROM delivery_attempts a WHERE a.delivery_seq = ${seq})`;
  const rows = await db
    .select({
      mail,
      signerId,
      state,
      createdAt,
      tries: attempts,
      nextTryAt: nextAt,
      endedAt,
      error,
      bouncedAt,
    })
    .from(deliveries)
    .leftJoin(deliveryAttempts, and(eq(deliverySeq, seq), newest))
    .where(and(eq(deliveries.documentId, documentId), isNotNull(mail)))
    .orderBy(asc(seq));
  return rows.map((row) => ({ ...row, kind: readMail(row.mail).kind }));
}
