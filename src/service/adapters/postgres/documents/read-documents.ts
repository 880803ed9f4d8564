import type { SQLWrapper } from 'drizzle-orm';
import { asc, count, desc, eq, sql } from 'drizzle-orm';
import type { DocumentSummary } from '../../../../contract/document.ts';
import type { Document } from '../../../domain/document.ts';
import type { DocumentPage } from '../../../ports/document-store.ts';
import type { Database } from '../database.ts';
import { documents, signers } from '../schema/documents.ts';
import { readSummaries } from './checked-json.ts';
import type { DocumentRow } from './documents.ts';
import { isUuid, toDocument } from './documents.ts';
import type { SignerRow } from './signers.ts';

type JoinedRow = { readonly document: DocumentRow; readonly signer: SignerRow | null };

/** Joined rows as documents, by id. */
function joined(rows: readonly JoinedRow[]): Map<string, Document> {
  const rowsOf = new Map<string, JoinedRow[]>();
  for (const row of rows) {
    const { documentId } = row.document;
    const others = rowsOf.get(documentId);
    if (others) others.push(row);
    else rowsOf.set(documentId, [row]);
  }
  const found = new Map<string, Document>();
  for (const [documentId, [first, ...rest]] of rowsOf) {
    if (!first) continue;
    const signerRows = [first, ...rest].flatMap(({ signer }) => signer ?? []);
    found.set(documentId, toDocument(first.document, signerRows));
  }
  return found;
}

const selectJoined = (db: Database) =>
  db
    .select({ document: documents, signer: signers })
    .from(documents)
    .leftJoin(signers, eq(signers.documentId, documents.documentId))
    .orderBy(asc(signers.signingOrder))
    .$dynamic();

/** Documents by their ids, in the order of the ids. */
export function prepareFindDocuments(db: Database) {
  const byIds = selectJoined(db)
    .where(sql`${documents.documentId} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('find_documents');
  return async (ids: readonly string[]): Promise<Array<Document | undefined>> => {
    const found = joined(await byIds.execute({ ids: ids.filter(isUuid) }));
    return ids.map((id) => found.get(id.toLowerCase()));
  };
}

/** The document that a signer belongs to. */
export function prepareFindDocumentOfSigner(db: Database) {
  const ofSigner = db.select({ documentId: signers.documentId }).from(signers);
  const bySigner = selectJoined(db)
    .where(
      eq(documents.documentId, ofSigner.where(eq(signers.signerId, sql.placeholder('signerId')))),
    )
    .prepare('find_document_of_signer');
  return async (signerId: string): Promise<Document | undefined> => {
    const [document] = joined(await bySigner.execute({ signerId })).values();
    return document;
  };
}

/** All values of a column, as a list: dearer row by row. */
const listed = (column: SQLWrapper) => sql`coalesce(json_agg(${column}), '[]')`;

/** Each page comes by the index of its account, as one value; signers are counted for what is on it, and no more. */
function selectPages(db: Database) {
  const { accountId, documentId, name, status, createdAt, seq } = documents;
  const asked = sql`unnest(${sql.placeholder('accountIds')}::text[], ${sql.placeholder('limits')}::bigint[],
    ${sql.placeholder('offsets')}::bigint[]) with ordinality as asked (account_id, size, skipped, place)`;
  const newest = sql`select * from ${documents} where ${accountId} = asked.account_id
    order by ${desc(createdAt)}, ${desc(seq)} limit asked.size offset asked.skipped`;
  const progress = sql`select ${count()} as total, ${count(signers.signedAt)} as signed
    from ${signers} where ${eq(signers.documentId, documentId)}`;
  const lists = sql`json_build_object('documentId', ${listed(documentId)}, 'name', ${listed(name)},
    'status', ${listed(status)}, 'createdAt', ${listed(createdAt)},
    'total', ${listed(sql`total`)}, 'signed', ${listed(sql`signed`)})`;
  const page = sql<unknown>`(select ${lists} from (${newest}) as ${documents}, lateral (${progress}) as progress)`;
  return db.select({ page }).from(asked).orderBy(sql`asked.place`).prepare('list_documents');
}

/** Pages of accounts' documents, newest first, in the order of the pages. */
export function prepareListDocuments(db: Database) {
  const newest = selectPages(db);
  return async (pages: readonly DocumentPage[]): Promise<DocumentSummary[][]> => {
    const rows = await newest.execute({
      accountIds: pages.map(({ accountId }) => accountId),
      limits: pages.map(({ limit }) => limit),
      offsets: pages.map(({ offset }) => offset),
    });
    return rows.map(({ page }) => readSummaries(page));
  };
}
