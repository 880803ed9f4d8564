import { asc, eq, sql } from 'drizzle-orm';
import type { Download } from '../../core/documents/document.rules.ts';
import type { Database, Transaction } from '../database.ts';
import { downloads } from '../schema/documents/downloads.ts';
import { isUuid } from './documents.ts';

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

export async function listDownloads(db: Database, documentId: string): Promise<Download[]> {
  if (!isUuid(documentId)) return [];
  const { holder, count, firstAt, lastAt } = downloads;
  return await db
    .select({ holder, count, firstAt, lastAt })
    .from(downloads)
    .where(eq(downloads.documentId, documentId))
    .orderBy(asc(firstAt), asc(holder));
}
