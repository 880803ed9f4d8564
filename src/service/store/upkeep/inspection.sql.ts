import { asc, gt } from 'drizzle-orm';
import type { StoredFile } from '../../core/documents/document.rules.ts';
import { listUnopenedSecrets } from '../../webhooks/endpoints.sql.ts';
import type { Database, SealedDatabase } from '../database.ts';
import { toFile } from '../documents/documents.sql.ts';
import { documents } from '../schema/documents.tables.ts';
import { RECORD_CHECKS } from './contradictions.sql.ts';

/** A document's files. `seq` is its place among all documents. */
export interface RecordedFiles {
  readonly seq: number;
  readonly documentId: string;
  readonly files: readonly StoredFile[];
}

/** Two records that cannot both be true, or one that has waited too long. */
export interface Contradiction {
  /** A notice waits for somebody, or failed outside; no record is wrong. */
  readonly level: 'contradiction' | 'notice';
  readonly kind: string;
  /** Of the record, such as an account, document, transaction or endpoint. */
  readonly id: string;
  /** One sentence without its full stop. */
  readonly what: string;
}

function filesOf(row: typeof documents.$inferSelect): StoredFile[] {
  if (row.removedAt) return [];
  const files = [
    toFile(row.originalKey, row.originalSha256, row.originalBytes),
    toFile(row.preparedKey, row.preparedSha256, row.preparedBytes),
    toFile(row.headKey, row.headSha256, row.headBytes),
  ];
  return files.filter((file) => file !== null);
}

export async function listRecorded(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<RecordedFiles[]> {
  const rows = await db
    .select()
    .from(documents)
    .where(gt(documents.seq, after))
    .orderBy(asc(documents.seq))
    .limit(limit);
  return rows.map((row) => {
    return { seq: row.seq, documentId: row.documentId, files: filesOf(row) };
  });
}

/** Runs all record checks, and tries to open every endpoint's secret. */
export async function listContradictions(db: SealedDatabase, now: Date): Promise<Contradiction[]> {
  const what = 'no key opens the secret of a webhook endpoint';
  const unopened = await listUnopenedSecrets(db);
  const found: Contradiction[] = unopened.map((id) => ({
    level: 'contradiction',
    kind: 'secret',
    id,
    what,
  }));
  for (const { kind, isNotice, what, rows } of RECORD_CHECKS) {
    const wrong = await db.execute<{ id: string; detail: string }>(rows(now));
    const level = isNotice ? 'notice' : 'contradiction';
    found.push(
      ...wrong.rows.map(({ id, detail }) => ({ level, kind, id, what: what(detail) }) as const),
    );
  }
  return found;
}
