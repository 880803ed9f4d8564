import type { FoundDocument as ServiceFound } from '../../contract/extensions/extensions.ts';
import { searchAll } from '../documents/ending.ts';
import type { FindContext, FoundHere } from './find-here.ts';
import { findDocuments } from './find-here.ts';
import type { Matched, Wanted } from './match-document.ts';
import { hasWords, judge } from './match-document.ts';

/** The service has found the words, in the external id too, which only it knows. */
function found({ people, externalId, ended, ...row }: ServiceFound, wanted: Wanted) {
  const signers = people.map((one, at) => ({ ...one, order: at + 1 }));
  const known = { row, signers };
  const fits = judge(known, { ...wanted, words: [] });
  if (typeof fits === 'string') return [];
  const said = wanted.words.flatMap((word): readonly Matched[] => {
    const verdict = judge(known, { ...wanted, words: [word] });
    if (typeof verdict !== 'string') return verdict;
    const isOwn = externalId !== null && hasWords(externalId, [word]);
    return isOwn ? [{ field: 'external id', value: externalId }] : [];
  });
  const matched = [
    ...new Map([...said, ...fits].map((one) => [JSON.stringify(one), one])).values(),
  ];
  return [{ ...row, ...(ended && { ended }), matched }];
}

/** Undefined if the service offers no search, or cannot judge all of this. */
async function searchService(
  wanted: Wanted,
  { client, kept, signal }: FindContext,
): Promise<FoundHere[] | undefined> {
  const { status, since, until: _, ...criteria } = wanted;
  const words = Object.values(criteria).filter((one) => one !== undefined);
  if (!words.every((one): one is readonly string[] => Array.isArray(one))) return undefined;
  const query = { q: words.flat().join(' ') || undefined, status, since, signal };
  const documents = await searchAll(client, query);
  if (documents) kept.offer(documents, false);
  return documents?.flatMap((one) => found(one, wanted));
}

/** Asks the service, or reads all documents where it has no search. Throws the client's errors. */
export const findAnywhere = async (wanted: Wanted, context: FindContext): Promise<FoundHere[]> =>
  (await searchService(wanted, context)) ?? (await findDocuments(wanted, context));
