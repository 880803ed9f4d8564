import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Document, Signer } from '../../domain/documents/document.ts';
import type { DocumentCursor } from '../../domain/finding/cursor.ts';
import type { DocumentState } from '../../domain/finding/document-state.ts';
import type { DocumentQuery } from '../../domain/finding/read-query.ts';
import type { Database } from '../database.ts';
import { documents, signers } from '../schema/documents/documents.ts';
import { isKept } from './documents.ts';

export interface DocumentSearch {
  readonly accountId: string;
  /** For an `id`, only its range is searched. */
  readonly query: DocumentQuery;
  readonly state?: DocumentState | undefined;
  readonly before?: DocumentCursor | undefined;
  readonly limit: number;
}

export interface FoundDocument
  extends DocumentCursor,
    Pick<Document, 'documentId' | 'name' | 'status' | 'withdrawnAt'> {
  readonly signers: readonly Pick<Signer, 'name' | 'openedAt' | 'signedAt' | 'declinedAt'>[];
}

/** An aggregate: EXISTS may be planned as a join with all signers who declined. */
const HAS_DECLINED = sql`(SELECT count(s.declined_at) > 0 FROM signers s
  WHERE s.document_id = ${documents.documentId})`;

/** Spelled out: the planner must see that all but `completed` fit the index `documents_open`. */
const IN_STATE: Readonly<Record<DocumentState, SQL>> = {
  draft: sql`status = 'PENDING'`,
  waiting: sql`status = 'SENT' AND withdrawn_at IS NULL AND NOT ${HAS_DECLINED}`,
  completed: sql`status = 'COMPLETED'`,
  declined: sql`status = 'SENT' AND withdrawn_at IS NULL AND ${HAS_DECLINED}`,
  withdrawn: sql`status <> 'COMPLETED' AND (withdrawn_at IS NOT NULL OR status = 'CANCELLED')`,
};

/** A LIKE pattern that finds the word anywhere, with wildcards escaped. */
const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

const hasWord = (word: string): SQL =>
  sql`${documents.search} LIKE searchable(${patternOf(word)}::text)`;

/** Looks up the ids by their own index first. Otherwise the planner might read all documents. */
const isAmong = (ids: SQL): SQL => sql`${documents.documentId} = ANY (ARRAY(${ids}))`;

function isMeant(query: DocumentQuery): SQL | undefined {
  const { createdAt } = documents;
  switch (query.kind) {
    case 'all':
      return undefined;
    case 'words':
      return and(...query.words.map(hasWord));
    case 'id':
      return isAmong(sql`SELECT document_id FROM documents
        WHERE document_id BETWEEN ${query.from}::uuid AND ${query.to}::uuid`);
    case 'day':
      return and(gte(createdAt, query.from), lt(createdAt, query.to));
    case 'request':
      return isAmong(
        sql`SELECT document_id FROM audit_entries WHERE request_id = ${query.requestId}`,
      );
  }
}

async function findPage(db: Database, { accountId, query, state, before, limit }: DocumentSearch) {
  const { documentId, name, status, withdrawnAt, createdAt, seq } = documents;
  return await db
    .select({ documentId, name, status, withdrawnAt, createdAt, seq })
    .from(documents)
    .where(
      and(
        eq(documents.accountId, accountId),
        isKept,
        isMeant(query),
        state && IN_STATE[state],
        before &&
          sql`(${createdAt}, ${seq}) < (${before.createdAt}::timestamptz, ${before.seq}::bigint)`,
      ),
    )
    .orderBy(desc(createdAt), desc(seq))
    .limit(limit);
}

/** The index holds groups of three letters, and nothing for shorter words. */
const INDEXED_LETTERS = 3;

// Plans for the actual words: only that shows whether they are rare enough for the index, which
// needs bitmap scans. Connections have both settings off.
async function planFor(db: Database, words: readonly string[]): Promise<void> {
  const isIndexed = words.some((word) => word.length >= INDEXED_LETTERS);
  await db.execute(sql`SELECT set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('enable_bitmapscan', ${isIndexed ? 'on' : 'off'}, true)`);
}

/** Finds documents, newest first. Must run in its own transaction. */
export async function findDocuments(
  db: Database,
  search: DocumentSearch,
): Promise<FoundDocument[]> {
  if (search.query.kind === 'words') await planFor(db, search.query.words);
  const page = await findPage(db, search);
  const people = await findSigners(
    db,
    page.map(({ documentId }) => documentId),
  );
  const signersOf = (id: string) => people.filter(({ documentId }) => documentId === id);
  return page.map((found) => ({ ...found, signers: signersOf(found.documentId) }));
}

async function findSigners(db: Database, ids: readonly string[]) {
  const { documentId, name, openedAt, signedAt, declinedAt } = signers;
  return await db
    .select({ documentId, name, openedAt, signedAt, declinedAt })
    .from(signers)
    .where(sql`${documentId} = ANY (${sql.param(ids)}::uuid[])`)
    .orderBy(asc(signers.signingOrder));
}
