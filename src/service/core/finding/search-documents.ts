import { DOCUMENT_STATUSES } from '../../../contract/document-statuses.ts';
import type { SearchResult } from '../../../contract/extensions/extensions.ts';
import { ENDED_FILTERS, EXTENSION_LIMITS } from '../../../contract/extensions/names.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import { readEndings } from './endings.ts';
import { findDocuments } from './find-documents.ts';
import { readListQuery, readQuery } from './read-query.rules.ts';

type Query = Readonly<Record<string, unknown>>;

const invalid = (message: string) => new DomainError('invalid_request', message);

function textIn(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`${name} is given more than once.`);
}

function oneOf<T extends string>(query: Query, name: string, all: readonly T[]): T | undefined {
  const text = textIn(query, name);
  const found = all.find((one) => one === text);
  if (found !== undefined || text === undefined) return found;
  throw invalid(`${name} must be one of ${all.join(', ')}.`);
}

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

function sinceIn(query: Query): Date | undefined {
  const text = textIn(query, 'since');
  if (text === undefined) return undefined;
  const since = new Date(text);
  if (ISO.test(text) && !Number.isNaN(since.getTime())) return since;
  throw invalid('since must be a date and time such as 2026-11-20T00:00:00Z.');
}

/** Shorter words have no index, so that looking for each alone could read every document. */
const LOOKED_UP = 3;

/** Those of its words that no document of the account has. */
async function unmatchedIn(
  { store }: Pick<ServiceDeps, 'store'>,
  accountId: string,
  typed: string,
): Promise<string[]> {
  const query = readQuery(typed);
  const words = 'words' in query ? query.words : [];
  const asked = words
    .filter((word) => word.length >= LOOKED_UP)
    .map(async (word) => {
      const alone = { kind: 'words', words: [word] } as const;
      const found = await store.findDocuments({ accountId, query: alone, limit: 1 });
      return found.length === 0 ? [word] : [];
    });
  return (await Promise.all(asked)).flat();
}

/** The dashboard's search. @throws {DomainError} `invalid_request` */
export async function searchDocuments(
  deps: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  query: Query,
): Promise<SearchResult> {
  const accountId = permit(caller, 'documents.read');
  const typed = textIn(query, 'q')?.slice(0, EXTENSION_LIMITS.queryLength) ?? '';
  const ended = oneOf(query, 'ended', ENDED_FILTERS);
  const before = textIn(query, 'cursor');
  const { documents, older } = await findDocuments(deps, caller, {
    typed,
    before,
    status: oneOf(query, 'status', DOCUMENT_STATUSES),
    ended: ended && { as: ended, now: deps.clock.now() },
    since: sinceIn(query),
    limit: readListQuery(query).limit,
  });
  const isNothing = documents.length === 0 && before === undefined;
  const [endings, unmatched] = await Promise.all([
    readEndings(deps, accountId, documents),
    isNothing ? unmatchedIn(deps, accountId, typed) : [],
  ]);
  return {
    documents: documents.map(({ documentId, name, status, createdAt, externalId, signers }) => ({
      documentId,
      name,
      status,
      createdAt: createdAt.toISOString(),
      signers: { total: signers.length, signed: signers.filter(hasSigned).length },
      externalId,
      ended: endings.get(documentId) ?? null,
      people: signers.map((one) => {
        return { name: one.name, email: one.email, hasSigned: hasSigned(one) };
      }),
    })),
    nextCursor: older ?? null,
    unmatched,
  };
}

const hasSigned = ({ signedAt }: { readonly signedAt: Date | null }): boolean => signedAt !== null;
