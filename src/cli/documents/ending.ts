import type { CallOptions, EsignClient, SearchParams } from '../../client/index.ts';
import {
  ApiError,
  InvalidStateError,
  NotCompletedError,
  ResponseShapeError,
} from '../../client/index.ts';
import type { DocumentStatus } from '../../contract/document.ts';
import type { Ended, FoundDocument } from '../../contract/extensions/extensions.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { harmless } from '../terminal/harmless.ts';
import { localTime } from '../terminal/times.ts';

interface AskedEnding {
  readonly documentId: string;
  readonly status: DocumentStatus;
}

/** Services found without an extension: they are not asked again. */
const lacking = new WeakMap<EsignClient, Set<string>>();

/** Undefined if the service does not offer the extension. */
async function orLacking<T>(
  client: EsignClient,
  name: 'timeline' | 'search',
  ask: () => PromiseLike<T>,
): Promise<T | undefined> {
  const known = lacking.get(client) ?? new Set();
  if (known.has(name)) return undefined;
  try {
    return await ask();
  } catch (error) {
    const isAbsent = error instanceof ApiError && error.status === 404;
    if (!isAbsent && !(error instanceof ResponseShapeError)) throw error;
    lacking.set(client, known.add(name));
    return undefined;
  }
}

/** How a document that exists ended otherwise than by completion, where the service can tell. */
export async function readEnding(
  client: EsignClient,
  { documentId, status }: AskedEnding,
  options: CallOptions,
): Promise<Ended | undefined> {
  if (status !== 'SENT') return undefined;
  const read = await orLacking(client, 'timeline', () =>
    client.documents.timeline(documentId, options),
  );
  return read?.ended ?? undefined;
}

/** All pages of a search; undefined if the service has no search. */
export async function searchAll(
  client: EsignClient,
  params: SearchParams,
): Promise<FoundDocument[] | undefined> {
  const all: FoundDocument[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...params, limit: 100, cursor };
    const page = await orLacking(client, 'search', () => client.documents.search(query));
    if (page === undefined) return undefined;
    all.push(...page.documents);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** As `readEnding`, by id; one request covers 100 ended documents. */
export async function readEndings(
  client: EsignClient,
  rows: ReadonlyArray<AskedEnding & { readonly createdAt: string }>,
  options: CallOptions,
): Promise<Map<string, Ended>> {
  const open = new Map(
    rows.flatMap((row) => (row.status === 'SENT' ? [[row.documentId, row.createdAt]] : [])),
  );
  if (open.size === 0) return new Map();
  const [since] = [...open.values()].sort();
  const found = (await searchAll(client, { ended: 'any', since, ...options })) ?? [];
  return new Map(
    found.flatMap(({ documentId, ended }) =>
      ended && open.has(documentId) ? [[documentId, ended]] : [],
    ),
  );
}

/** Marks the documents of a list that ended. */
export async function withEndings<Row extends AskedEnding & { readonly createdAt: string }, List>(
  listing: List & { readonly documents: readonly Row[] },
  { client, signal }: { readonly client: EsignClient; readonly signal: AbortSignal },
) {
  const endings = await readEndings(client, listing.documents, { signal });
  const documents = listing.documents.map((row) => {
    const ended = endings.get(row.documentId);
    return ended ? { ...row, ended } : row;
  });
  return { ...listing, documents };
}

/** Such as `declined by Ravi Kumar, 25 Nov 2026`. */
export function endingText({ as, by, at }: Ended): string {
  const [day = at] = localTime(at).split(',');
  return harmless(`${as}${by === null ? '' : ` by ${by}`}, ${day}`);
}

/** Only an expired document can be sent on its way again. */
export const nextAfterEnding = (documentId: string, { as }: Ended): string =>
  as === 'expired' ? `esign docs resend ${documentId}` : `esign docs timeline ${documentId}`;

/** Exit 13. */
export function endedError(documentId: string, ended: Ended): CliError {
  return new CliError({
    code: 'document_ended',
    what: `the document cannot be completed: ${endingText(ended)}`,
    why: ended.reason === null ? undefined : `"${ended.reason}"`,
    next: nextAfterEnding(documentId, ended),
    exitCode: EXIT.ended,
    documentId,
  });
}

/** Says how a document ended if that is why a request about it fails. */
export async function orEnded<T>(
  client: EsignClient,
  documentId: string,
  request: PromiseLike<T>,
): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const isUnsigned = error instanceof InvalidStateError || error instanceof NotCompletedError;
    const ended = isUnsigned && (await readEnding(client, { documentId, status: 'SENT' }, {}));
    throw ended ? endedError(documentId, ended) : error;
  }
}
