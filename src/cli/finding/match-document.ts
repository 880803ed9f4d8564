import type { DocumentStatus, DocumentSummary } from '../../contract/document.ts';
import type { KnownDocument, KnownSigner } from './known-document.ts';

/** Latin, Greek and Cyrillic accents and joiners, which people omit. Indic marks stay. */
const LEFT_OUT = /[\u0300-\u036f\u200c\u200d]/g;

/** For comparison: ignores case, accents and compatibility forms (NFKC). */
export const folded = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(LEFT_OUT, '').normalize('NFKC');

const TITLE = /^(mrs?|ms|miss|dr|prof|shri|smt|sri|श्री|श्रीमती)\.?$/u;

/** Without titles, which are in few names, unless there is nothing else. */
export function wordsOf(text: string): string[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const telling = words.filter((word) => !TITLE.test(word));
  return telling.length > 0 ? telling : words;
}

const SHORT_NUMBER = /^\d{1,3}$/;

/** A number below four digits has to be a word of its own: "Person 2" is not in "Person 12". */
export function hasWords(text: string, words: readonly string[]): boolean {
  const whole = folded(text);
  const own = new Set(words.some((word) => SHORT_NUMBER.test(word)) ? numbersOf(whole) : []);
  return words.every((word) => (SHORT_NUMBER.test(word) ? own.has(word) : whole.includes(word)));
}

const numbersOf = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}]+/u);

/** Criteria that must all match. Words are folded; an empty list is no condition. */
export interface Wanted {
  /** Each in the document's name, a signer's name or email, or at the start of the id. */
  readonly words: readonly string[];
  readonly name: readonly string[];
  /** Name or email of one signer. */
  readonly signer: readonly string[];
  /** Name or email of the signer whose turn it is. */
  readonly waitingOn: readonly string[];
  readonly status?: DocumentStatus | undefined;
  /** Created at this time or later. */
  readonly since?: Date | undefined;
  /** Created before this time. */
  readonly until?: Date | undefined;
  readonly completedSince?: Date | undefined;
}

export const ANYTHING: Wanted = { words: [], name: [], signer: [], waitingOn: [] };

export interface Matched {
  readonly field: 'name' | 'id' | 'signer' | 'email' | 'external id';
  readonly value: string;
}

/** Names and ids are in the row already. */
export const matchText = ({ field, value }: Matched): string =>
  field === 'name' || field === 'id' ? field : `${field} ${value}`;

/** Where a document matches; `unknown` if that depends on unknown signers. */
export type MatchVerdict = readonly Matched[] | 'no' | 'unknown';

/** Shorter ones are usually words. */
const SHORTEST_ID = 4;

/** Whether only the document itself can tell. */
const asksForSigners = ({ signer, waitingOn, completedSince }: Wanted): boolean =>
  signer.length + waitingOn.length > 0 || completedSince !== undefined;

/** Whether the list alone cannot tell. */
export const needsSigners = (wanted: Wanted): boolean =>
  asksForSigners(wanted) || wanted.words.length > 0;

export const isUnfiltered = (wanted: Wanted): boolean =>
  !needsSigners(wanted) &&
  wanted.name.length === 0 &&
  [wanted.status, wanted.since, wanted.until].every((one) => one === undefined);

function rowFits(row: DocumentSummary, wanted: Wanted): boolean {
  const { name, status, since, until, waitingOn, completedSince } = wanted;
  if (status !== undefined && row.status !== status) return false;
  if (waitingOn.length > 0 && row.status !== 'SENT') return false;
  if (completedSince && row.status !== 'COMPLETED') return false;
  const createdAt = Date.parse(row.createdAt);
  if (since && createdAt < since.getTime()) return false;
  if (until && createdAt >= until.getTime()) return false;
  return hasWords(row.name, name);
}

function inRow({ name, documentId }: DocumentSummary, word: string): Matched | undefined {
  if (hasWords(name, [word])) return { field: 'name', value: name };
  const isId = word.length >= SHORTEST_ID && documentId.toLowerCase().startsWith(word);
  return isId ? { field: 'id', value: documentId } : undefined;
}

function inSigners(signers: readonly KnownSigner[], word: string): Matched | undefined {
  const byName = signers.find(({ name }) => hasWords(name, [word]));
  if (byName) return { field: 'signer', value: byName.name };
  const address = signers.find(({ email }) => hasWords(email ?? '', [word]))?.email;
  return typeof address === 'string' ? { field: 'email', value: address } : undefined;
}

/** The first of these whose name and email have all words; nothing is asked without words. */
function byPerson(
  signers: readonly KnownSigner[],
  words: readonly string[],
): Matched[] | undefined {
  if (words.length === 0) return [];
  const one = signers.find(({ name, email }) => hasWords(`${name} ${email ?? ''}`, words));
  if (!one) return undefined;
  const isNamed = words.some((word) => hasWords(one.name, [word]));
  return [
    isNamed ? { field: 'signer', value: one.name } : { field: 'email', value: one.email ?? '' },
  ];
}

function next(signers: readonly KnownSigner[]): KnownSigner[] {
  const open = signers.filter(({ hasSigned }) => !hasSigned);
  return open.sort((one, other) => one.order - other.order).slice(0, 1);
}

const distinct = (matched: readonly Matched[]): Matched[] => [
  ...new Map(matched.map((one) => [`${one.field} ${folded(one.value)}`, one])).values(),
];

export function judge({ row, signers, completedAt }: KnownDocument, wanted: Wanted): MatchVerdict {
  if (!rowFits(row, wanted)) return 'no';
  const words = wanted.words.map((word) => ({ word, found: inRow(row, word) }));
  const open = words.filter(({ found }) => !found).map(({ word }) => word);
  const matched = words.flatMap(({ found }) => (found ? [found] : []));
  if (open.length === 0 && !asksForSigners(wanted)) return distinct(matched);
  if (!signers) return 'unknown';
  const { completedSince: from } = wanted;
  if (from && Date.parse(completedAt ?? '') < from.getTime()) return 'no';
  const person = byPerson(signers, wanted.signer);
  const turn = byPerson(next(signers), wanted.waitingOn);
  const others = open.map((word) => inSigners(signers, word));
  if (!person || !turn || others.includes(undefined)) return 'no';
  const found = others.filter((one) => one !== undefined);
  return distinct([...matched, ...person, ...turn, ...found]);
}
