import type { Document } from '../../contract/document.ts';
import { mapConcurrently } from '../bulk/concurrency.ts';
import type { CommandContext } from '../command-context.ts';
import { isOfOneDocument, noteFailure } from '../documents/failed-documents.ts';
import { documentFinder } from '../documents/resolve-document.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { StatusOutcome } from './outcome.ts';
import { failedOutcome } from './outcome.ts';

const AT_ONCE = 8;

export interface NamedDocument<T> {
  readonly name: string;
  readonly value?: T;
  readonly error?: unknown;
}

/** Runs some concurrently; one failure does not stop the others. */
export function forEachName<T>(
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

export const readDocuments = (
  ids: readonly string[],
  read: (documentId: string) => Promise<Document>,
): Promise<Document[]> => mapConcurrently(ids, AT_ONCE, read);

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
