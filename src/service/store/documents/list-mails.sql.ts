import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { DownloadCount } from '../../core/documents/document.rules.ts';
import type { MailNotice } from '../../core/mails/mail-notice.rules.ts';
import type { Database, Transaction } from '../database.ts';
import { downloads } from '../schema/documents.tables.ts';
import { deliveries, deliveryAttempts } from '../schema/outbox.tables.ts';
import { isUuid } from './documents.sql.ts';

/** Counts a download of the signed PDF. True for the holder's first. Lock the document first. */
export async function countDownload(
  db: Transaction,
  { documentId, holder, at }: { documentId: string; holder: string; at: Date },
): Promise<boolean> {
  const [row] = await db
    .insert(downloads)
    .values({ documentId, holder, count: 1, firstAt: at, lastAt: at })
    .onConflictDoUpdate({
      target: [downloads.documentId, downloads.holder],
      set: { count: sql`${downloads.count} + 1`, lastAt: at },
    })
    .returning({ count: downloads.count });
  return row?.count === 1;
}

export async function listDownloads(db: Database, documentId: string): Promise<DownloadCount[]> {
  if (!isUuid(documentId)) return [];
  const { holder, count, firstAt, lastAt } = downloads;
  return await db
    .select({ holder, count, firstAt, lastAt })
    .from(downloads)
    .where(eq(downloads.documentId, documentId))
    .orderBy(asc(firstAt), asc(holder));
}

export interface MailState {
  readonly kind: MailNotice['kind'];
  /** Null for a mail to the account. */
  readonly signerId: string | null;
  readonly state: 'queued' | 'done' | 'failed' | 'skipped';
  readonly createdAt: Date;
  /** Attempts begun. */
  readonly tries: number;
  /** Null once no other try follows. */
  readonly nextTryAt: Date | null;
  /** End of the newest finished attempt; null before. */
  readonly endedAt: Date | null;
  /** Machine-readable reason why it failed or was skipped; null for none. */
  readonly error: string | null;
  readonly bouncedAt: Date | null;
}

/** The mails about a document, oldest first, each with its newest finished attempt. */
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
  return rows.flatMap(({ mail: notice, ...row }) =>
    notice ? [{ ...row, kind: notice.kind }] : [],
  );
}
