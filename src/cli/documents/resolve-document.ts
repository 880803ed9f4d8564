import { Args } from '@oclif/core';
import type { DocumentSummary } from '../../contract/document.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Resolving } from '../finding/resolve-name.ts';
import { optional } from '../input/argument.ts';
import { readInputFile } from '../input/read-input-file.ts';
import { harmless } from '../terminal/harmless.ts';
import { cannotAsk } from '../terminal/interactive.ts';

const FULL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const BEGINNING = /^[0-9a-f][0-9a-f-]{7,35}$/i;

export const documentArgs = {
  document: optional(
    'id of the document, its first 8 or more characters, or words that find it (default: pick one)',
  ),
};

export const documentsArgs = {
  document: Args.string({
    description:
      'ids of documents, their first 8 or more characters, or words that find one; - for ids on stdin (default: pick one)',
    ignoreStdin: true,
    multiple: true,
  }),
};

export function isDocumentId(text: string): boolean {
  return FULL_ID.test(text);
}

/** A full id, or its first 8 or more characters. */
export function isDocumentName(text: string): boolean {
  return FULL_ID.test(text) || BEGINNING.test(text);
}

export function matchDocuments(text: string, documents: readonly DocumentSummary[]) {
  const sought = text.toLowerCase();
  return documents.filter((item) => item.documentId.toLowerCase().startsWith(sought));
}

function invalidName(text: string): CliError {
  return new CliError({
    code: 'invalid_document',
    what: `"${harmless(text)}" does not name a document`,
    why: 'name a document by its id, by its first 8 or more characters, or by words that find it',
    next: 'esign docs list',
    exitCode: EXIT.usage,
  });
}

function ambiguous(text: string, documents: readonly DocumentSummary[]): CliError {
  const list = documents.map((item) => `${item.documentId} (${harmless(item.name)})`).join(', ');
  return new CliError({
    code: 'ambiguous_document',
    what: `the ids of ${documents.length} documents start with "${text}"`,
    why: list,
    next: 'give more characters of the id',
    exitCode: EXIT.usage,
  });
}

function notFound(text: string): CliError {
  return new CliError({
    code: 'not_found',
    what: `no document's id starts with "${text}"`,
    next: `esign docs find ${text}`,
    exitCode: EXIT.notFound,
  });
}

function onlyMatch(text: string, all: readonly DocumentSummary[]): string {
  const found = matchDocuments(text, all);
  const [first] = found;
  if (first === undefined) throw notFound(text);
  if (found.length > 1) throw ambiguous(text, found);
  return first.documentId;
}

async function readAll({ client, kept, signal }: Resolving): Promise<DocumentSummary[]> {
  const all = await client.documents.list({ signal }).toArray();
  kept.offer(all, true);
  return all;
}

async function pick(how: Resolving): Promise<string> {
  const { mayAsk, offered } = how;
  if (!mayAsk) throw cannotAsk('DOCUMENT is missing', 'esign docs list');
  const documents = await readAll(how);
  const choices = documents.filter(({ status }) => offered === undefined || status === offered);
  if (choices.length > 0) {
    const { pickDocument } = await import('../finding/pick-document.ts');
    return pickDocument(choices, how);
  }
  throw new CliError({
    code: 'no_documents',
    what: offered === undefined ? 'there are no documents yet' : `no document is ${offered}`,
    next: documents.length > 0 ? 'esign docs list' : 'esign docs create contract.pdf',
    exitCode: EXIT.notFound,
  });
}

async function byWords(text: string, how: Resolving): Promise<string> {
  if (text.trim() === '') throw invalidName(text);
  const { resolveName } = await import('../finding/resolve-name.ts');
  return resolveName(text, how);
}

/** Reads the list at most once for all ids. The function throws like `resolveDocument`. */
export function documentFinder(how: Resolving): (text: string) => Promise<string> {
  let list: Promise<DocumentSummary[]> | undefined;
  return async (text) => {
    if (isDocumentId(text)) return text.toLowerCase();
    if (!BEGINNING.test(text)) return byWords(text, how);
    list ??= readAll(how);
    return onlyMatch(text, await list);
  };
}

/**
 * Throws the client's errors or a `CliError` (exit 2: invalid or ambiguous name, 5: not found,
 * 6: in none of the offered states).
 */
export async function resolveDocument(text: string | undefined, how: Resolving): Promise<string> {
  if (text === undefined) return pick(how);
  return documentFinder(how)(text);
}

/** Ids on stdin, separated by white space. Throws a `CliError` (exit 2) if there are none. */
async function piped(): Promise<string[]> {
  const text = (await readInputFile('-', 'the ids')).toString('utf8');
  const names = text.split(/\s+/).filter((name) => name !== '');
  for (const name of names) if (!isDocumentName(name)) throw invalidName(name);
  if (names.length > 0) return names;
  throw cannotAsk('there is no id on stdin', 'esign docs list');
}

/** Distinct; `-` reads ids from stdin, none prompts. Words become ids here, one after the other. */
export async function namedDocuments(
  texts: readonly string[] | undefined,
  how: Resolving,
): Promise<string[]> {
  if (texts === undefined || texts.length === 0) return [await resolveDocument(undefined, how)];
  const given = await Promise.all(texts.map((text) => (text === '-' ? piped() : [text])));
  const names = given.flat();
  const ids = new Set<string>();
  for (const text of names)
    ids.add(isDocumentName(text) ? text.toLowerCase() : await byWords(text, how));
  return [...ids];
}
