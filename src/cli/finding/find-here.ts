import type { Document, DocumentSummary, EsignClient } from '../../client/index.ts';
import { ApiError, NotFoundError } from '../../client/index.ts';
import { mapConcurrently } from '../bulk/concurrency.ts';
import { AdaptiveLimiter } from '../bulk/run/adaptive-limiter.ts';
import { isTransient } from '../documents/poll-flags.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { counted } from '../terminal/counted.ts';
import type { Say } from '../terminal/progress-line.ts';
import type { DocumentIndex } from './document-index.ts';
import type { KeptDocuments } from './kept-documents.ts';
import type { KnownDocument } from './known-document.ts';
import type { Matched, Wanted } from './match-document.ts';
import { judge, needsSigners } from './match-document.ts';

const CONCURRENCY = 8;
const TOO_MANY_REQUESTS = 429;
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 500;
/** Longer pauses are not waited for. */
const LONGEST_PAUSE_MS = 60_000;

interface ReadDocuments {
  readonly signal: AbortSignal;
  /** `document` is undefined if the service has none with that id. */
  readonly onRead: (documentId: string, document: Document | undefined) => Promise<void> | void;
}

interface DocumentsReader extends ReadDocuments {
  readonly client: EsignClient;
  readonly limiter: AdaptiveLimiter;
}

/** How long all readers pause after a failed attempt, from 1; undefined for no retry. */
function pauseAfter(error: unknown, attempt: number): number | undefined {
  if (attempt >= ATTEMPTS || !isTransient(error)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  const pause = asked ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
  return pause <= LONGEST_PAUSE_MS ? pause : undefined;
}

/** One attempt: the document, undefined if there is none, or the pause before the next attempt. */
async function attempt(
  documentId: string,
  number: number,
  { client, limiter, signal }: DocumentsReader,
): Promise<Document | undefined | { readonly pausedMs: number }> {
  const free = await limiter.acquire();
  try {
    const document = await client.documents.retrieve(documentId, { signal, maxRetries: 0 });
    limiter.observe({ status: 200, retryAfterMs: undefined });
    return document;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    const pausedMs = pauseAfter(error, number);
    if (pausedMs === undefined) throw error;
    limiter.observe({ status: TOO_MANY_REQUESTS, retryAfterMs: pausedMs });
    return { pausedMs };
  } finally {
    free();
  }
}

async function readOne(documentId: string, reader: DocumentsReader): Promise<void> {
  for (let number = 1; ; number += 1) {
    const got = await attempt(documentId, number, reader);
    if (got && 'pausedMs' in got) continue;
    return reader.onRead(documentId, got);
  }
}

/** Eight at a time, fewer while busy; transient failures pause all. Throws the client's errors. */
export async function readDocuments(
  client: EsignClient,
  ids: readonly string[],
  reading: ReadDocuments,
): Promise<void> {
  const limiter = new AdaptiveLimiter(CONCURRENCY);
  const { signal } = reading;
  const stop = () => limiter.open();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const reader = { ...reading, client, limiter };
    await mapConcurrently(ids, CONCURRENCY, (id) => readOne(id, reader));
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export interface FoundHere extends DocumentSummary {
  readonly matched: readonly Matched[];
}

/** Most recent first. */
export interface Found {
  readonly documents: readonly FoundHere[];
  /** When the offline list was read, ISO 8601; null for a live answer. */
  readonly asOf: string | null;
  /** Documents that may match too, but whose signers are unknown. */
  readonly undecided: number;
}

export interface FindContext {
  readonly client: EsignClient;
  readonly kept: KeptDocuments;
  readonly signal: AbortSignal;
  readonly say?: Say | undefined;
}

interface ReadingDocuments extends Pick<FindContext, 'signal' | 'say'> {
  readonly index: DocumentIndex;
}

const BATCH = 200;

function foundIn(known: readonly KnownDocument[], wanted: Wanted): FoundHere[] {
  return known.flatMap((one) => {
    const verdict = judge(one, wanted);
    return typeof verdict === 'string' ? [] : [{ ...one.row, matched: verdict }];
  });
}

/** Reads documents that cannot be judged yet. What was read is kept even if the rest fails. */
export async function readUndecided(
  client: EsignClient,
  ids: readonly string[],
  { index, signal, say }: ReadingDocuments,
): Promise<void> {
  let count = 0;
  try {
    await readDocuments(client, ids, {
      signal,
      onRead: (id, document) => {
        if (document) index.learn(document);
        else index.forget(id);
        count += 1;
        say?.(`reading signers: ${count} of ${counted(ids.length, 'document')}`);
        return count % BATCH === 0 ? index.save() : undefined;
      },
    });
  } finally {
    await index.save();
  }
}

/** Matches in the current list. Reads missing or changed signers. Throws the client's errors. */
export async function findDocuments(
  wanted: Wanted,
  { client, kept, signal, say }: FindContext,
): Promise<FoundHere[]> {
  const { since } = wanted;
  const listedAt = new Date();
  const rows = await client.documents.list({ since, signal }).toArray();
  kept.offer(rows, since === undefined);
  const bare = rows.map((row) => ({ row }));
  if (!needsSigners(wanted)) return foundIn(bare, wanted);
  const index = await kept.openIndex();
  index.see(rows, since ? undefined : listedAt);
  const known = () => rows.flatMap(({ documentId }) => index.get(documentId) ?? []);
  const undecided = known().filter((one) => judge(one, wanted) === 'unknown');
  const ids = undecided.map(({ row }) => row.documentId);
  await readUndecided(client, ids, { index, signal, say });
  return foundIn(known(), wanted);
}

function noIndex(): CliError {
  return new CliError({
    code: 'no_index',
    what: 'nothing is known offline of the documents of this key',
    why: 'their list was not read on this machine yet, or is not kept',
    next: 'run the command once without --offline',
    exitCode: EXIT.notFound,
  });
}

const byNewest = (one: KnownDocument, other: KnownDocument): number =>
  Date.parse(other.row.createdAt) - Date.parse(one.row.createdAt);

/** Searches only the index. Throws a `CliError` (exit 5) if the list was never read. */
export async function findOffline(wanted: Wanted, kept: KeptDocuments): Promise<Found> {
  const { documents: known, listedAt } = await kept.openIndex();
  if (listedAt === undefined) throw noIndex();
  const sorted = [...known].sort(byNewest);
  const undecided = sorted.filter((one) => judge(one, wanted) === 'unknown').length;
  return { documents: foundIn(sorted, wanted), asOf: listedAt, undecided };
}
