import type { Document, EsignClient } from '../../client/index.ts';
import { ApiError, NotFoundError } from '../../client/index.ts';
import { mapConcurrently } from '../bulk/concurrency.ts';
import { AdaptiveLimiter } from '../bulk/run/adaptive-limiter.ts';
import { isTransient } from '../documents/poll.ts';

const CONCURRENCY = 8;
const TOO_MANY_REQUESTS = 429;
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 500;
/** Longer pauses are not waited for. */
const LONGEST_PAUSE_MS = 60_000;

interface Reading {
  readonly signal: AbortSignal;
  /** `document` is undefined if the service has none with that id. */
  readonly onRead: (documentId: string, document: Document | undefined) => Promise<void> | void;
}

interface Reader extends Reading {
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
  { client, limiter, signal }: Reader,
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

async function readOne(documentId: string, reader: Reader): Promise<void> {
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
  reading: Reading,
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
