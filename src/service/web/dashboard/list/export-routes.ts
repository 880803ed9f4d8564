import { Readable } from 'node:stream';
import { csvText } from '../../../../contract/write-csv.ts';
import type { ServiceDeps } from '../../../core/deps.ts';
import { endingOf } from '../../../core/documents/document-states.rules.ts';
import type { FindRequest, FoundPage } from '../../../core/finding/find-documents.ts';
import { findDocuments } from '../../../core/finding/find-documents.ts';
import { documentPath } from '../document-paths.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';
import { problemsIn, readSought, requestOf, searchPath } from './sought.ts';

const { exported: words, documents } = WORDS;

export const EXPORT = documentPath('export.csv');

/** Documents in a file, and of one query. */
const EXPORTED = { most: 10_000, step: 500 };

/** Some spreadsheets read UTF-8 only after it. */
const BYTE_ORDER_MARK = '\ufeff';

const INDIA_MS = 5.5 * 3_600_000;

/** As spreadsheets read it: `2026-11-20 17:34:00`. */
const indianTime = (at: Date): string =>
  new Date(at.getTime() + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ');

function rowOf(document: FoundPage['documents'][number], now: Date): string[] {
  const { documentId, name, state, createdAt, signers, externalId } = document;
  const signed = signers.filter(({ signedAt }) => signedAt !== null).length;
  return [
    documentId,
    name,
    documents.states[endingOf(document, now) ?? state],
    indianTime(createdAt),
    String(signed),
    String(signers.length),
    signers.map((signer) => signer.name).join('; '),
    signers.map(({ email }) => email).join('; '),
    externalId ?? '',
  ];
}

async function* linesOf(
  deps: ServiceDeps,
  visit: MemberVisit,
  request: FindRequest,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvText([words.heads])}`;
  let before: string | undefined;
  for (let count = 0; count < EXPORTED.most; count += EXPORTED.step) {
    const found = await findDocuments(deps, visit, { ...request, before, limit: EXPORTED.step });
    yield csvText(found.documents.map((document) => rowOf(document, visit.now)));
    before = found.older;
    if (before === undefined) return;
  }
  yield csvText([[words.cut(EXPORTED.most)]]);
}

/** What a search finds, as CSV that is safe to open in a spreadsheet. */
export function exportRoutes({ deps, file }: DashboardRoutes): void {
  file(EXPORT, 'documents.read', async (visit, { query }, reply) => {
    const sought = readSought(query);
    if (Object.keys(problemsIn(sought)).length > 0) return reply.redirect(searchPath(sought), 303);
    const lines = linesOf(deps, visit, requestOf(sought, visit.now));
    reply.header('Content-Disposition', 'attachment; filename="documents.csv"');
    return reply.type('text/csv; charset=utf-8').send(Readable.from(lines));
  });
}
