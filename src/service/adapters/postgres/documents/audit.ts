import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { AuditEntry } from '../../../../contract/audit-chain.ts';
import type { AuditFact } from '../../../domain/audit.ts';
import { chainAudit } from '../../../domain/audit.ts';
import type { AuditPage } from '../../../ports/document-store.ts';
import type { Database } from '../database.ts';
import { auditEntries } from '../schema/audit-entries.ts';
import { readAuditData } from './checked-json.ts';
import { isUuid } from './documents.ts';

const ALL = 2 ** 31 - 1;

/** Chains facts to the trail of a document that the caller has locked or inserted. */
export async function appendAudit(
  db: Database,
  documentId: string,
  facts: readonly AuditFact[],
): Promise<void> {
  if (facts.length === 0) return;
  const [last] = await db
    .select({ seq: auditEntries.seq, hash: auditEntries.hash })
    .from(auditEntries)
    .where(eq(auditEntries.documentId, documentId))
    .orderBy(desc(auditEntries.seq))
    .limit(1);
  const entries = chainAudit(last, facts);
  await db
    .insert(auditEntries)
    .values(entries.map((entry) => ({ ...entry, documentId, at: new Date(entry.at) })));
}

/** A document's trail, oldest entry first; all of it, or a page. */
export async function readAudit(
  db: Database,
  documentId: string,
  { after = 0, limit = ALL, type }: AuditPage = {},
): Promise<AuditEntry[]> {
  if (!isUuid(documentId)) return [];
  const rows = await db
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.documentId, documentId),
        gt(auditEntries.seq, after),
        type === undefined ? undefined : eq(auditEntries.type, type),
      ),
    )
    .orderBy(asc(auditEntries.seq))
    .limit(limit);
  return rows.map(({ documentId: _, v: _v, hashes: _hashes, at, data, ...plain }) => {
    return { ...plain, at: at.toISOString(), data: readAuditData(data) };
  });
}
