import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { DocumentStatus } from '../../../contract/document.ts';
import type { ENDED_FILTERS } from '../../../contract/extensions/names.ts';
import type { Document, Signer } from '../../core/documents/document.rules.ts';
import type { DocumentState } from '../../core/documents/document-states.rules.ts';
import type { DocumentCursor, DocumentQuery } from '../../core/finding/read-query.rules.ts';
import { isShortNumber } from '../../core/finding/read-query.rules.ts';
import type { Database } from '../database.ts';
import { auditEntries } from '../schema/audit-entries.tables.ts';
import { documents, signers } from '../schema/documents.tables.ts';
import { HAS_DECLINED, IN_STATE, isKept } from './documents.sql.ts';

type EndedFilter = (typeof ENDED_FILTERS)[number];

export interface DocumentSearch {
  /** Undefined for the operator, who looks in all. */
  readonly accountId: string | undefined;
  /** For an `id`, only its range is searched. */
  readonly query: DocumentQuery;
  readonly state?: DocumentState | undefined;
  readonly status?: DocumentStatus | undefined;
  /** By the links' life at `now`. */
  readonly ended?: { readonly as: EndedFilter; readonly now: Date } | undefined;
  /** Created at this time or later. */
  readonly since?: Date | undefined;
  /** Created before this time. */
  readonly until?: Date | undefined;
  readonly before?: DocumentCursor | undefined;
  readonly limit: number;
}

export interface SearchedRow
  extends DocumentCursor,
    Pick<
      Document,
      | 'documentId'
      | 'name'
      | 'status'
      | 'withdrawnAt'
      | 'withdrawalReason'
      | 'linksUntil'
      | 'externalId'
    > {
  readonly signers: readonly Pick<
    Signer,
    'name' | 'email' | 'openedAt' | 'signedAt' | 'declinedAt' | 'declineReason'
  >[];
}

function hasEndedAs({ as, now }: NonNullable<DocumentSearch['ended']>): SQL {
  const { waiting, declined, withdrawn } = IN_STATE;
  const isOver = sql`links_until IS NOT NULL AND links_until <= ${now}::timestamptz`;
  const any = sql`status = 'SENT' AND (withdrawn_at IS NOT NULL OR ${HAS_DECLINED} OR (${isOver}))`;
  const byKind: Readonly<Record<EndedFilter, SQL>> = {
    declined,
    withdrawn,
    expired: sql`${waiting} AND ${isOver}`,
    any,
    none: sql`NOT (${any})`,
  };
  return byKind[as];
}

/** A LIKE pattern that finds the word anywhere, with wildcards escaped. */
const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

function hasWord(word: string): SQL {
  if (!isShortNumber(word))
    return sql`${documents.search} LIKE searchable(${patternOf(word)}::text)`;
  const alone = `(^|[^[:alnum:]])${word}([^[:alnum:]]|$)`;
  // The index finds whole words by similarity; the expression decides.
  return sql`may_have_word(${documents.search}, ${word}::text) AND ${documents.search} ~ ${alone}::text`;
}

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
    case 'external-id':
      return eq(documents.externalId, query.externalId);
    case 'day':
      return and(gte(createdAt, query.from), lt(createdAt, query.to));
    case 'request':
      return isAmong(
        sql`SELECT document_id FROM audit_entries WHERE request_id = ${query.requestId}`,
      );
  }
}

export function isSought(search: DocumentSearch): SQL | undefined {
  const { accountId, query, state, status, ended, since, until, before } = search;
  const { createdAt, seq } = documents;
  return and(
    accountId === undefined ? undefined : eq(documents.accountId, accountId),
    isKept,
    isMeant(query),
    state && IN_STATE[state],
    status && eq(documents.status, status),
    ended && hasEndedAs(ended),
    since && gte(createdAt, since),
    until && lt(createdAt, until),
    before &&
      sql`(${createdAt}, ${seq}) < (${before.createdAt}::timestamptz, ${before.seq}::bigint)`,
  );
}

async function findPage(db: Database, search: DocumentSearch) {
  const { documentId, name, status, withdrawnAt, withdrawalReason, linksUntil } = documents;
  const { externalId, createdAt, seq } = documents;
  const ending = { withdrawnAt, withdrawalReason, linksUntil };
  return await db
    .select({ documentId, name, status, ...ending, externalId, createdAt, seq })
    .from(documents)
    .where(isSought(search))
    .orderBy(desc(createdAt), desc(seq))
    .limit(search.limit);
}

/** The index holds groups of three letters, and nothing for parts of words that are shorter. */
const INDEXED_LETTERS = 3;

// Plans for the actual words: only that shows whether they are rare enough for the index, which
// needs bitmap scans. Connections have both settings off.
async function planFor(db: Database, words: readonly string[]): Promise<void> {
  const isIndexed = words.some((word) => word.length >= INDEXED_LETTERS || isShortNumber(word));
  await db.execute(sql`SELECT set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('pg_trgm.strict_word_similarity_threshold', '1', true),
    set_config('enable_bitmapscan', ${isIndexed ? 'on' : 'off'}, true)`);
}

/** Counts documents up to the limit: reading on costs more. Must run in its own transaction. */
export async function countDocuments(db: Database, search: DocumentSearch): Promise<number> {
  if (search.query.kind === 'words') await planFor(db, search.query.words);
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(documents)
    .where(isSought(search))
    .limit(search.limit)
    .as('found');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(found);
  return row?.count ?? 0;
}

/** Finds documents, newest first. Must run in its own transaction. */
export async function findDocuments(db: Database, search: DocumentSearch): Promise<SearchedRow[]> {
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
  const { documentId, name, email, openedAt, signedAt, declinedAt, declineReason } = signers;
  return await db
    .select({ documentId, name, email, openedAt, signedAt, declinedAt, declineReason })
    .from(signers)
    .where(sql`${documentId} = ANY (${sql.param(ids)}::uuid[])`)
    .orderBy(asc(signers.signingOrder));
}

/** Who withdrew documents: an entry's actor, and the prefix of the API key, if it was one. */
export interface Withdrawal {
  readonly documentId: string;
  readonly actor: string;
  readonly apiKey: string | null;
}

export async function listWithdrawals(db: Database, ids: readonly string[]): Promise<Withdrawal[]> {
  const { documentId, actor, type, data } = auditEntries;
  return await db
    .select({ documentId, actor, apiKey: sql<string | null>`${data} ->> 'apiKey'` })
    .from(auditEntries)
    .where(
      and(sql`${documentId} = ANY (${sql.param(ids)}::uuid[])`, eq(type, 'document.withdrawn')),
    );
}
