import { setTimeout as sleep } from 'node:timers/promises';
import type { EsignClient } from '../../client/index.ts';
import { ApiError, ConnectionError, RateLimitError, TimeoutError } from '../../client/index.ts';
import type { Document } from '../../contract/document.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { nextWait } from './watch-schedule.ts';

/** What a watch is told. */
export interface WatchListener {
  /** Each time the document was read. */
  readonly onLook: (document: Document) => void;
  /** A look that failed and is made again. */
  readonly onTrouble: (error: Error, waitMs: number) => void;
}

/** What is watched, and how long. */
export interface WatchOptions {
  readonly documentId: string;
  readonly intervalMs: number;
  /** How long at most; undefined for as long as it takes. */
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
}

const SURVIVED_FROM = 500;
const REQUEST_TIMEOUT = 408;

/** Failures that a watch outlives: they pass, and reading again harms nobody. */
export function isPassing(error: unknown): error is Error {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return error instanceof RateLimitError || status === REQUEST_TIMEOUT || status >= SURVIVED_FROM;
}

/** Whether nothing more happens to a document by itself. */
export const isFinal = ({ status }: Pick<Document, 'status'>): boolean =>
  status !== 'SENT' && status !== 'PENDING';

function stillWaiting(documentId: string, last: Document | undefined, cause: unknown): CliError {
  const state = last ? `is still ${last.status}` : 'could not be read';
  return new CliError({
    code: 'still_waiting',
    what: `the document ${state}, and the time given ran out`,
    next: `esign status ${documentId} --watch`,
    exitCode: EXIT.stillWaiting,
    documentId,
    cause,
  });
}

interface Seen {
  readonly document?: Document;
  readonly trouble?: Error;
}

async function look(
  client: EsignClient,
  { documentId, signal }: WatchOptions,
  leftMs: number,
): Promise<Seen> {
  const timeouts = Number.isFinite(leftMs) ? { totalMs: Math.max(1, leftMs) } : {};
  try {
    return { document: await client.documents.retrieve(documentId, { signal, timeouts }) };
  } catch (error) {
    if (isPassing(error)) return { trouble: error };
    throw error;
  }
}

/** How long the service asked to wait, in milliseconds, if it did. */
export const askedWait = (error: Error | undefined): number | undefined =>
  error instanceof ApiError ? error.retryAfterMs : undefined;

const progressOf = (document: Document | undefined): string =>
  JSON.stringify([document?.status, document?.signers]);

/** Takes in what was seen: the last document, and how many looks have changed nothing. */
class Memory {
  last: Document | undefined;
  quietLooks = 0;

  take(document: Document): void {
    this.quietLooks = progressOf(document) === progressOf(this.last) ? this.quietLooks + 1 : 0;
    this.last = document;
  }
}

/**
 * Reads a document until it reaches a final state, and answers it. A document that is final already is answered at once.
 * Throws a `CliError` (exit 8) when the time runs out, and the client's errors that do not pass by themselves.
 */
export async function watchDocument(
  client: EsignClient,
  options: WatchOptions,
  listener: WatchListener,
): Promise<Document> {
  const { documentId, intervalMs: startMs, timeoutMs = Number.POSITIVE_INFINITY, signal } = options;
  const end = performance.now() + timeoutMs;
  const memory = new Memory();
  for (;;) {
    const { document, trouble } = await look(client, options, end - performance.now());
    if (document) {
      memory.take(document);
      listener.onLook(document);
      if (isFinal(document)) return document;
    }
    const leftMs = end - performance.now();
    if (leftMs <= 0) throw stillWaiting(documentId, memory.last, trouble);
    const { quietLooks } = memory;
    const step = { quietLooks, startMs, retryAfterMs: askedWait(trouble), leftMs };
    const wait = nextWait(step, Math.random());
    if (trouble) listener.onTrouble(trouble, wait);
    await sleep(wait, undefined, { signal });
  }
}
