import type { Resolving } from './resolve-document.ts';
import { resolveDocument } from './resolve-document.ts';

/** The ids of all the documents named, each once; one is picked on a terminal when none is named. */
export async function resolveDocuments(
  texts: readonly string[] | undefined,
  how: Resolving,
): Promise<string[]> {
  if (texts === undefined || texts.length === 0) return [await resolveDocument(undefined, how)];
  const ids: string[] = [];
  for (const text of texts) ids.push(await resolveDocument(text, how));
  return [...new Set(ids)];
}
