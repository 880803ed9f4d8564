import type { EsignClient } from '../../client/index.ts';
import type { DocumentStatus, DocumentSummary } from '../../contract/document.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { harmless } from '../terminal/harmless.ts';
import { cannotAsk } from '../terminal/interactive.ts';
import { pickDocument } from '../terminal/prompts.ts';

const FULL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const BEGINNING = /^[0-9a-f][0-9a-f-]{7,35}$/i;
/** How many of the latest documents are offered to pick from. */
const PICKED_FROM = 100;

/** What a beginning of an id stands for. */
type Match =
  | { readonly kind: 'one'; readonly documentId: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly documents: readonly DocumentSummary[] };

/** True for the whole id of a document. */
export function isDocumentId(text: string): boolean {
  return FULL_ID.test(text);
}

/** True when the text can name a document: its whole id, or 8 characters or more of the beginning of one. */
export function isDocumentName(text: string): boolean {
  return FULL_ID.test(text) || BEGINNING.test(text);
}

/** The documents whose id begins with the text. */
export function matchBeginning(text: string, documents: readonly DocumentSummary[]): Match {
  const sought = text.toLowerCase();
  const found = documents.filter((item) => item.documentId.toLowerCase().startsWith(sought));
  const [first] = found;
  if (first === undefined) return { kind: 'none' };
  return found.length === 1
    ? { kind: 'one', documentId: first.documentId }
    : { kind: 'several', documents: found };
}

function invalidName(text: string): CliError {
  return new CliError({
    code: 'invalid_document',
    what: `"${harmless(text)}" names no document`,
    why: 'a document is named by its id, or by the first 8 characters of it or more',
    next: 'esign docs list',
    exitCode: EXIT.usage,
  });
}

function ambiguous(text: string, documents: readonly DocumentSummary[]): CliError {
  const list = documents.map((item) => `${item.documentId} (${harmless(item.name)})`).join(', ');
  return new CliError({
    code: 'ambiguous_document',
    what: `"${text}" is the beginning of ${documents.length} documents`,
    why: list,
    next: 'give more of the id',
    exitCode: EXIT.usage,
  });
}

function notThere(text: string): CliError {
  return new CliError({
    code: 'not_found',
    what: `no document's id begins with "${text}"`,
    next: 'esign docs list',
    exitCode: EXIT.notFound,
  });
}

async function lookUp(text: string, client: EsignClient, signal: AbortSignal): Promise<string> {
  const all = await client.documents.list({ signal }).toArray();
  const match = matchBeginning(text, all);
  if (match.kind === 'none') throw notThere(text);
  if (match.kind === 'several') throw ambiguous(text, match.documents);
  return match.documentId;
}

/** How a document is found. */
export interface Resolving {
  readonly client: EsignClient;
  /** Whether it may be picked from a list when it is left out. */
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
  /** The state of the documents that are offered to pick from; any unless named. */
  readonly offered?: DocumentStatus;
}

async function pick({ client, mayAsk, signal, offered }: Resolving): Promise<string> {
  if (!mayAsk) throw cannotAsk('DOCUMENT is missing', 'esign docs list');
  const { documents } = await client.documents.page({ limit: PICKED_FROM, signal });
  const choices = documents.filter(({ status }) => offered === undefined || status === offered);
  if (choices.length > 0) return pickDocument(choices, signal);
  throw new CliError({
    code: 'no_documents',
    what: offered === undefined ? 'there are no documents yet' : `no document is ${offered}`,
    next: documents.length > 0 ? 'esign docs list' : 'esign docs create contract.pdf',
    exitCode: EXIT.notFound,
  });
}

/**
 * The id of the document that the text names, or that is picked on a terminal when there is no text. Throws a
 * `CliError`: 2 for what names none or several, 5 when there is none; and the client's errors.
 */
export async function resolveDocument(text: string | undefined, how: Resolving): Promise<string> {
  if (text === undefined) return pick(how);
  if (isDocumentId(text)) return text.toLowerCase();
  if (!BEGINNING.test(text)) throw invalidName(text);
  return lookUp(text, how.client, how.signal);
}
