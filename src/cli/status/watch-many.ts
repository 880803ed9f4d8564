import type { CallOptions, EsignClient } from '../../client/index.ts';
import type { Document, DocumentSummary } from '../../contract/document.ts';
import type { Ended } from '../../contract/extensions/extensions.ts';
import { mapConcurrently } from '../bulk/concurrency.ts';
import type { CommandContext } from '../command-context.ts';
import { endedError, readEndings } from '../documents/ending.ts';
import { isOfOneDocument, noteFailure } from '../documents/failed-documents.ts';
import { readSummaries } from '../documents/list-documents.ts';
import type { WatchFlags } from '../documents/poll-flags.ts';
import { watch } from '../documents/poll-flags.ts';
import { documentFinder } from '../documents/resolve-document.ts';
import { isFinal } from '../documents/wait-for-document.ts';
import type { WatchTexts } from '../documents/watch-view.ts';
import { watchView } from '../documents/watch-view.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { StatusOutcome } from './outcome.ts';
import { failedOutcome, watchedCode } from './outcome.ts';
import { shortLine, watchLine } from './show-many.ts';

const AT_ONCE = 8;

interface NamedDocument<T> {
  readonly name: string;
  readonly value?: T;
  readonly error?: unknown;
}

/** Runs some concurrently; one failure does not stop the others. */
function forEachName<T>(
  names: readonly string[],
  work: (name: string) => Promise<T>,
): Promise<NamedDocument<T>[]> {
  return mapConcurrently(names, AT_ONCE, async (name) => {
    try {
      return { name, value: await work(name) };
    } catch (error) {
      if (!isOfOneDocument(error)) throw error;
      return { name, error };
    }
  });
}

/** Reads each named document once. Reports failures on stderr, in the given order. */
export async function readMany(
  context: CommandContext,
  names: readonly string[],
): Promise<StatusOutcome[]> {
  const { client, out, signal } = context;
  const find = documentFinder(context);
  const read = await forEachName(names, async (name) =>
    client.documents.retrieve(await find(name), { signal }),
  );
  const seen = new Set<string>();
  return read.flatMap(({ name, value, error }): StatusOutcome[] => {
    if (!value) return [failedOutcome(noteFailure(out, { name, error }))];
    const { documentId } = value;
    if (seen.has(documentId)) return [];
    seen.add(documentId);
    return [{ document: name, documentId, exitCode: EXIT.done, found: value }];
  });
}

const totals = (all: ReadonlyMap<string, Document>): string => {
  const completed = [...all.values()].filter(({ status }) => status === 'COMPLETED').length;
  return `${completed} of ${all.size} completed`;
};

/** Open documents come first, because a small window cuts off the end. */
function blockLines(
  all: ReadonlyMap<string, Document>,
  note: string,
  line: (document: Document) => string,
): string[] {
  const isDone = ({ status }: Document) => Number(status === 'COMPLETED');
  const ordered = [...all.values()].sort((one, other) => isDone(one) - isDone(other));
  return [`${totals(all)}${note === '' ? '' : `; ${note}`}`, ...ordered.map(line)];
}

const keyOf = ({ status, signers }: DocumentSummary): string =>
  JSON.stringify([status, signers.signed, signers.total]);

function gone(documentId: string): CliError {
  return new CliError({
    code: 'not_found',
    what: `the account has no document ${documentId}`,
    next: 'esign docs list',
    exitCode: EXIT.notFound,
    documentId,
  });
}

/** The watch timed out before the service's first response. */
function unread(documentId: string): CliError {
  return new CliError({
    code: 'still_waiting',
    what: `the document ${documentId} could not be read before the time was up`,
    next: `esign status ${documentId} --watch`,
    exitCode: EXIT.stillWaiting,
    documentId,
  });
}

/** Watched documents as last seen. One list request covers 100; only changed ones are read. */
class WatchedDocuments {
  readonly #client: EsignClient;
  readonly #open: Set<string>;
  readonly #keys = new Map<string, string>();
  readonly documents = new Map<string, Document>();
  readonly gone: string[] = [];
  readonly ended = new Map<string, Ended>();

  constructor(client: EsignClient, ids: Iterable<string>) {
    this.#client = client;
    this.#open = new Set(ids);
  }

  get isOver(): boolean {
    return this.#open.size === 0;
  }

  async poll(options: CallOptions): Promise<Document[]> {
    const found = await readSummaries(this.#client, this.#open, options);
    for (const id of this.#open) if (!found.has(id)) this.#lose(id);
    const moved = [...found.values()].filter(
      (summary) => this.#keys.get(summary.documentId) !== keyOf(summary),
    );
    const read = await mapConcurrently(moved, AT_ONCE, async ({ documentId }) =>
      this.#client.documents.retrieve(documentId, options),
    );
    for (const summary of moved) this.#keys.set(summary.documentId, keyOf(summary));
    for (const document of read) this.#note(document);
    for (const [id, ended] of await readEndings(this.#client, this.#undecided(), options)) {
      this.ended.set(id, ended);
      this.#open.delete(id);
    }
    return read;
  }

  #undecided(): Document[] {
    return [...this.#open].flatMap((id) => this.documents.get(id) ?? []);
  }

  #lose(documentId: string): void {
    this.#open.delete(documentId);
    this.gone.push(documentId);
  }

  #note(document: Document): void {
    this.documents.set(document.documentId, document);
    if (isFinal(document)) this.#open.delete(document.documentId);
  }
}

async function follow(
  context: CommandContext,
  watched: WatchedDocuments,
  { next, ...flags }: WatchFlags & { readonly next: string },
): Promise<void> {
  const { documents } = watched;
  const texts: WatchTexts = {
    block: (note, isNarrow) => blockLines(documents, note, isNarrow ? shortLine : watchLine),
    state: () => totals(documents),
  };
  const view = watchView(context, texts, true);
  await watch<true>(flags, context.signal, {
    poll: async (options) => {
      const changed = await watched.poll(options);
      view.onPoll(changed, changed.map(watchLine));
      return { hasChanged: changed.length > 0, ...(watched.isOver && { result: true }) };
    },
    onTrouble: view.onTrouble,
    timedOut: () => true,
    resume: { next },
  });
  view.clear();
}

/**
 * Watches until each document is final, or time is up. Reports missing ones on stderr. Throws a
 * `CliError` with the command to resume, and the client's permanent errors.
 */
export async function watchMany(
  context: CommandContext,
  names: readonly string[],
  flags: WatchFlags,
): Promise<StatusOutcome[]> {
  const { client, out } = context;
  const found = await forEachName(names, documentFinder(context));
  const nameOf = new Map<string, string>();
  for (const { name, value } of found) if (value && !nameOf.has(value)) nameOf.set(value, name);
  const watched = new WatchedDocuments(client, nameOf.keys());
  await follow(context, watched, { ...flags, next: `esign status ${names.join(' ')} --watch` });
  const failed = (name: string, error: unknown) => failedOutcome(noteFailure(out, { name, error }));
  return found.flatMap(({ name, value, error }): StatusOutcome[] => {
    if (!value) return [failed(name, error)];
    if (nameOf.get(value) !== name) return [];
    const document = watched.documents.get(value);
    if (watched.gone.includes(value)) return [failed(name, gone(value))];
    if (!document) return [failed(name, unread(value))];
    const ended = watched.ended.get(value);
    if (ended) return [failed(name, endedError(value, ended))];
    const exitCode = watchedCode(document);
    return [{ document: name, documentId: value, exitCode, found: document }];
  });
}
