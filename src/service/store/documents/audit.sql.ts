import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm';
import type { AuditEntry } from '../../../contract/audit-chain.ts';
import type { AuditFact } from '../../core/evidence/audit.rules.ts';
import { chainAudit } from '../../core/evidence/audit.rules.ts';
import type { Database, Transaction } from '../database.ts';
import { auditEntries, auditPersonal } from '../schema/audit-entries.tables.ts';
import { readSalted } from '../schema/checked-json.ts';
import { isUuid } from './documents.sql.ts';

export interface AuditPage {
  readonly after?: number;
  readonly limit?: number;
  readonly type?: string | readonly string[];
}

const ALL = 2 ** 31 - 1;
const SALT_BYTES = 16;

const newSalt = (): string => randomBytes(SALT_BYTES).toString('hex');

async function readEnd(db: Transaction, documentId: string) {
  const [end] = await db
    .select({ seq: auditEntries.seq, hash: auditEntries.hash })
    .from(auditEntries)
    .where(eq(auditEntries.documentId, documentId))
    .orderBy(desc(auditEntries.seq))
    .limit(1);
  return end;
}

/** Appends facts to the trail of a document that the caller has locked or inserted. */
export async function appendAudit(
  db: Transaction,
  documentId: string,
  facts: readonly AuditFact[],
): Promise<void> {
  if (facts.length === 0) return;
  const { trailEnds } = db;
  const isKnown = trailEnds.has(documentId);
  const last = isKnown ? trailEnds.get(documentId) : await readEnd(db, documentId);
  const entries = chainAudit(last, facts, newSalt);
  trailEnds.set(documentId, entries.at(-1));
  const added = db.insert(auditEntries).values(
    entries.map(({ personal: _, ...entry }) => {
      return { ...entry, documentId, at: new Date(entry.at) };
    }),
  );
  const values = entries.flatMap(({ seq, personal }) =>
    Object.entries(personal).map(([field, salted]) => ({ documentId, seq, field, salted })),
  );
  if (values.length === 0) return void (await added);
  const personal = db.insert(auditPersonal).values(values);
  await db.execute(sql`WITH added AS ${added} ${personal.getSQL()}`);
}

/** Reads entries and personal values in one statement: an erasure cannot fall between. */
function selectEntries(db: Database) {
  const { documentId, seq, field, salted } = auditPersonal;
  const personal = db
    .select({ all: sql`json_object_agg(${field}, ${salted})` })
    .from(auditPersonal)
    .where(and(eq(documentId, auditEntries.documentId), eq(seq, auditEntries.seq)));
  const columns = getTableColumns(auditEntries);
  return db.select({ ...columns, personal: sql<unknown>`(${personal})` }).from(auditEntries);
}

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

function toEntry({ documentId: _, v, ip, userAgent, ...row }: EntryRow): AuditEntry {
  const { hashes, personal, ...plain } = row;
  const head = { ...plain, at: row.at.toISOString() };
  if (v === 1) return { ...head, ip, userAgent };
  return { v: 2, ...head, hashes: hashes ?? {}, personal: readSalted(personal ?? {}) };
}

export async function readAudit(
  db: Database,
  documentId: string,
  { after = 0, limit = ALL, type }: AuditPage = {},
): Promise<AuditEntry[]> {
  if (!isUuid(documentId)) return [];
  const rows = await selectEntries(db)
    .where(
      and(
        eq(auditEntries.documentId, documentId),
        gt(auditEntries.seq, after),
        type === undefined ? undefined : inArray(auditEntries.type, [type].flat()),
      ),
    )
    .orderBy(asc(auditEntries.seq))
    .limit(limit);
  return rows.map(toEntry);
}
