import type { DocumentSummary } from '../../contract/document.ts';
import type { DocumentListing, ListPart } from '../documents/list-documents.ts';
import { listDocuments } from '../documents/list-documents.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { FindContext } from './find-here.ts';
import { findDocuments } from './find-here.ts';
import type { Wanted } from './match-document.ts';
import { isUnfiltered } from './match-document.ts';

export const partOf = (flags: { limit: number; offset?: number; all: boolean }): ListPart => ({
  limit: flags.all ? Number.POSITIVE_INFINITY : flags.limit,
  offset: flags.offset ?? 0,
});

export function cutOut<Row extends DocumentSummary>(
  rows: readonly Row[],
  part: ListPart,
): DocumentListing<Row> {
  const documents = rows.slice(part.offset, part.offset + part.limit);
  const hasMore = part.offset + documents.length < rows.length;
  const limit = Number.isFinite(part.limit) ? part.limit : documents.length;
  return { documents, limit, offset: part.offset, total: rows.length, hasMore };
}

/** Lists the requested part of all matching documents. Throws the client's errors. */
export async function listMatching(
  wanted: Wanted,
  part: ListPart,
  context: FindContext,
): Promise<DocumentListing> {
  if (!isUnfiltered(wanted)) {
    const found = await findDocuments(wanted, context);
    return cutOut(
      found.map(({ matched: _, ...row }) => row),
      part,
    );
  }
  const { client, kept, signal } = context;
  const listing = await listDocuments(client, part, signal);
  if (part.offset === 0) kept.offer(listing.documents, !listing.hasMore);
  return listing;
}

export function noteMore(
  out: Printer,
  { documents, offset, total, hasMore }: DocumentListing,
  command: { readonly words: string; readonly argv: readonly string[]; readonly isPaged: boolean },
): void {
  if (!hasMore) return;
  const end = offset + documents.length;
  const count = total === undefined ? `${documents.length}` : `${documents.length} of ${total}`;
  // The query's result cannot show that more documents follow
  if (out.query) out.warn(`the query saw ${count} documents, and more follow; --all reads all`);
  out.note(total === undefined ? `${count} shown; more follow` : `${count} shown`);
  const former = command.isPaged ? '--offset' : '--limit';
  const kept = command.argv.filter(
    (word, at, all) => word !== former && !word.startsWith(`${former}=`) && all[at - 1] !== former,
  );
  const more = command.isPaged ? ['--offset', String(end)] : ['--all'];
  const words = [...kept, ...more].map(shellWord);
  out.next(`esign ${command.words} ${words.join(' ')}`);
}
