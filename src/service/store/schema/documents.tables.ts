import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DOCUMENT_STATUSES } from '../../../contract/document-statuses.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Origin } from '../../core/evidence/audit.rules.ts';
import { accounts } from './accounts.tables.ts';
import { pagesJson, placementsJson, positionsJson } from './checked-json.ts';
import { bytea, oneOf, serial, time } from './columns.ts';

/** Downloads of signed PDFs per holder of a link. The trail records only the first. */
export const downloads = pgTable(
  'downloads',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.documentId),
    holder: text('holder').notNull(),
    count: integer('count').notNull(),
    firstAt: time('first_at').notNull(),
    lastAt: time('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.holder] }),
    check('downloads_count', sql`count > 0`),
  ],
);

/** Ledger of erasures: one row per account or document, written first. A trigger keeps rows. */
export const erasures = pgTable(
  'erasures',
  {
    erasureId: uuid('erasure_id').primaryKey().default(sql`gen_random_uuid()`),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    /** Null for the whole account. */
    documentId: uuid('document_id').references(() => documents.documentId),
    requestedAt: time('requested_at').notNull(),
    /** Null until everything is erased. Until then, any process continues the erasure. */
    finishedAt: time('finished_at'),
  },
  (table) => [unique('erasures_subject').on(table.accountId, table.documentId).nullsNotDistinct()],
);

/** `seq` orders documents of the same millisecond. */
export const documents = pgTable(
  'documents',
  {
    documentId: uuid('document_id').primaryKey(),
    seq: serial().notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    name: text('name').notNull(),
    status: text('status', { enum: DOCUMENT_STATUSES }).notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    sentAt: time('sent_at'),
    completedAt: time('completed_at'),
    withdrawnAt: time('withdrawn_at'),
    withdrawalReason: text('withdrawal_reason'),
    /** Shown to its signers instead of the account's. */
    message: text('message'),
    /** Null until sent, and for documents sent before this was stored: no expiry. */
    linksUntil: time('links_until'),
    originalKey: text('original_key').notNull(),
    originalSha256: text('original_sha256').notNull(),
    originalBytes: bigint('original_bytes', { mode: 'number' }).notNull(),
    preparedKey: text('prepared_key'),
    preparedSha256: text('prepared_sha256'),
    preparedBytes: bigint('prepared_bytes', { mode: 'number' }),
    headKey: text('head_key'),
    headSha256: text('head_sha256'),
    headBytes: bigint('head_bytes', { mode: 'number' }),
    pages: pagesJson().notNull(),
    placements: placementsJson(),
    holdReason: text('hold_reason'),
    /** Removal keeps this row and those of signers without personal data, and the trail. */
    removedAt: time('removed_at'),
    /** When the proof in a completed document's file is due for renewal. */
    renewAt: time('renew_at'),
    /** The account's own id of it. */
    externalId: text('external_id'),
    /** Names, external id, emails and phone digits, folded by `searchable`; written by triggers. */
    search: text('search'),
  },
  (table) => [
    index('documents_open')
      .on(table.accountId, table.createdAt.desc().nullsFirst(), table.seq.desc().nullsFirst())
      .where(sql`status <> 'COMPLETED' AND removed_at IS NULL`),
    // With bytes, so that drafts are measured by the index alone.
    index('documents_drafts')
      .on(table.accountId, table.originalBytes)
      .where(sql`sent_at IS NULL AND removed_at IS NULL`),
    // Partial, so that no search can be planned on it.
    uniqueIndex('documents_external_id')
      .on(table.accountId, table.externalId)
      .where(sql`external_id IS NOT NULL`),
    // With its condition on `renew_at`, so that no search can be planned on it.
    index('documents_renewal')
      .on(table.renewAt)
      .where(sql`renew_at IS NOT NULL AND removed_at IS NULL`),
    // Missing where the database has no `pg_trgm`.
    index('documents_search').using('gin', table.search.op('gin_trgm_ops')),
    index('documents_newest').on(
      table.accountId,
      table.createdAt.desc().nullsFirst(),
      table.seq.desc().nullsFirst(),
    ),
    check('documents_status', oneOf('status', DOCUMENT_STATUSES)),
    check('documents_sent', sql`status NOT IN ('SENT', 'COMPLETED') OR sent_at IS NOT NULL`),
    check('documents_completed', sql`(status = 'COMPLETED') = (completed_at IS NOT NULL)`),
    check(
      'documents_withdrawn',
      sql`(withdrawn_at IS NULL) = (withdrawal_reason IS NULL)
        AND (withdrawn_at IS NULL OR status = 'SENT')`,
    ),
    check(
      'documents_prepared',
      sql`num_nulls(prepared_key, prepared_sha256, prepared_bytes) IN (0, 3)`,
    ),
    check('documents_head', sql`num_nulls(head_key, head_sha256, head_bytes) IN (0, 3)`),
  ],
);

export const signers = pgTable(
  'signers',
  {
    signerId: text('signer_id').primaryKey(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.documentId),
    signingOrder: smallint('signing_order').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    positions: positionsJson(),
    openedAt: time('opened_at'),
    consentedAt: time('consented_at'),
    signedAt: time('signed_at'),
    declinedAt: time('declined_at'),
    declineReason: text('decline_reason'),
    linkGeneration: integer('link_generation').notNull().default(0),
    certifiedName: text('certified_name'),
    identity: text('identity'),
    returnUrl: text('return_url'),
  },
  (table) => [
    unique('signers_order').on(table.documentId, table.signingOrder),
    check('signers_declined', sql`num_nulls(declined_at, signed_at) > 0`),
    check('signers_link_generation', sql`link_generation >= 0`),
    check(
      'signers_order_within_limit',
      sql.raw(`signing_order BETWEEN 1 AND ${LIMITS.signersPerDocument}`),
    ),
  ],
);

const STATES = ['at_gateway', 'returned', 'embedded', 'failed', 'expired', 'stale'] as const;

/** A document has at most one live attempt: at the gateway, or returned. */
export const signatureAttempts = pgTable(
  'signature_attempts',
  {
    txn: text('txn').primaryKey(),
    seq: serial().notNull(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.documentId),
    signerId: text('signer_id')
      .notNull()
      .references(() => signers.signerId),
    state: text('state', { enum: STATES }).notNull(),
    baseSha256: text('base_sha256').notNull(),
    inputHash: text('input_hash').notNull(),
    preparedKey: text('prepared_key').notNull(),
    contentsAt: integer('contents_at').notNull(),
    reserve: integer('reserve').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    answer: bytea('answer'),
    reason: text('reason'),
    failures: integer('failures').notNull().default(0),
    shownName: text('shown_name'),
    /** Null for attempts from before there could be several gateways. */
    gateway: text('gateway'),
    /** An answer that was not judged yet, when it came and from where; only at the gateway. */
    arrived: bytea('arrived'),
    arrivedAt: time('arrived_at'),
    arrivedFrom: json('arrived_from').$type<Origin>(),
    /** How often a process has begun to judge the arrived answer. */
    judgings: integer('judgings').notNull().default(0),
    /** Generation of the link it was started with; null for attempts older than this column. */
    linkGeneration: integer('link_generation'),
    /** Any process may continue it then, like an expired lease; null when nothing is left to do. */
    resumeAt: time('resume_at'),
  },
  (table) => [
    index('signature_attempts_document').on(table.documentId, table.seq),
    uniqueIndex('signature_attempts_live')
      .on(table.documentId)
      .where(sql`state IN ('at_gateway', 'returned')`),
    index('signature_attempts_resume').on(table.resumeAt).where(sql`resume_at IS NOT NULL`),
    uniqueIndex('signature_attempts_embedded').on(table.signerId).where(sql`state = 'embedded'`),
    check('signature_attempts_state', oneOf('state', STATES)),
    check(
      'signature_attempts_arrived',
      sql`num_nulls(arrived, arrived_at, arrived_from) IN (0, 3)`,
    ),
    check('signature_attempts_judgings', sql`judgings >= 0`),
  ],
);
