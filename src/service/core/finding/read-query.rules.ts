import { DAY_MS } from '../../../contract/durations.ts';
import { LIMITS } from '../../../contract/limits.ts';

/** Position of a page's last document, where the next page begins. */
export interface DocumentCursor {
  readonly createdAt: Date;
  /** Orders documents of the same millisecond. */
  readonly seq: number;
}

const WRITTEN = /^(\d{1,15})\.(\d{1,15})$/;

/** Text for a link. It reveals nothing that the page does not show. */
export const writeCursor = ({ createdAt, seq }: DocumentCursor): string =>
  `${createdAt.getTime()}.${seq}`;

/** Undefined for any other text. */
export function readCursor(text: string): DocumentCursor | undefined {
  const [, ms, seq] = WRITTEN.exec(text) ?? [];
  const createdAt = new Date(Number(ms));
  return Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, seq: Number(seq) };
}

/** Documents created from `from` until before `to`. */
export interface DayQuery {
  readonly kind: 'day';
  readonly from: Date;
  readonly to: Date;
}

export type DocumentQuery =
  | { readonly kind: 'all' }
  /** Documents with ids in the range. If there are none, those with the words. */
  | {
      readonly kind: 'id';
      readonly from: string;
      readonly to: string;
      readonly words: readonly string[];
    }
  /** Documents with an entry of the request in their trail. */
  | { readonly kind: 'request'; readonly requestId: string }
  | DayQuery
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'external-id'; readonly externalId: string };

/** The rest of a longer query is ignored. */
export const QUERY_LIMITS = { characters: 200, words: 8 } as const;

const REQUEST = /^req_[0-9a-z_-]{1,64}$/i;
const ID = /^[0-9a-f]{8}(-?[0-9a-f]{0,4}){0,3}(-?[0-9a-f]{0,12})$/i;
const ID_DIGITS = 32;
const PHONE = /^\+?[\d\s().-]+$/;
/** Digits of an Indian phone number without country code, and the fewest read as part of one. */
const PHONE_DIGITS = { whole: 10, least: 6 } as const;
const INDIA = '+05:30';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export const trimmedQuery = (typed: string): string =>
  typed.slice(0, QUERY_LIMITS.characters).replaceAll('\0', '').trim();

/** Numbers that must be a word of their own: part of a phone number, they are in any document. */
export const isShortNumber = (word: string): boolean => /^\d{1,3}$/.test(word);

/**
 * Reads the start of a document id (8 digits or more), a request id, a day in India (`2026-11-20`,
 * `20/11/2026`, `20 Nov 2026`), or words. A phone number is one word, without its country code.
 */
export function readQuery(typed: string): DocumentQuery {
  const text = trimmedQuery(typed);
  if (text === '') return { kind: 'all' };
  if (REQUEST.test(text)) return { kind: 'request', requestId: text.toLowerCase() };
  return readDay(text) ?? readId(text) ?? { kind: 'words', words: wordsOf(text) };
}

/** Words in lower case (Unicode's composed form), each once. */
function wordsOf(text: string): string[] {
  const digits = text.replace(/\D/g, '');
  if (PHONE.test(text) && digits.length >= PHONE_DIGITS.least) {
    return [digits.slice(-PHONE_DIGITS.whole)];
  }
  const words = text.normalize('NFC').toLowerCase().split(/\s+/);
  return [...new Set(words)].slice(0, QUERY_LIMITS.words);
}

function readId(text: string): DocumentQuery | undefined {
  const digits = text.replaceAll('-', '').toLowerCase();
  if (!ID.test(text) || digits.length > ID_DIGITS) return undefined;
  const idOf = (filler: string) => withHyphens(digits.padEnd(ID_DIGITS, filler));
  return { kind: 'id', from: idOf('0'), to: idOf('f'), words: wordsOf(text) };
}

const withHyphens = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A day in India, as `readQuery` reads it. */
export function readDay(text: string): DayQuery | undefined {
  const numbers = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (numbers) return dayOf(numbers[1], Number(numbers[2]), numbers[3]);
  const indian = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text);
  if (indian) return dayOf(indian[3], Number(indian[2]), indian[1]);
  const named = /^(\d{1,2}) ([a-z]{3})[a-z]*,? (\d{4})$/i.exec(text);
  if (!named) return undefined;
  return dayOf(named[3], MONTHS.indexOf((named[2] ?? '').toLowerCase()) + 1, named[1]);
}

/** Midnight to midnight in India; undefined for an impossible date. */
function dayOf(year = '', month = 0, day = ''): DayQuery | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const isReal = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) ?? false;
  if (!isReal) return undefined;
  const from = new Date(`${date}T00:00:00${INDIA}`);
  return { kind: 'day', from, to: new Date(from.getTime() + DAY_MS) };
}

/** A page of the list, within the limits of the API. */
export interface ListQuery {
  /** From 1 to 100. */
  readonly limit: number;
  /** Documents to skip, 0 or more. */
  readonly offset: number;
}

const WHOLE_NUMBER = /^[+-]?\d+$/;

function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  return typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : undefined;
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/**
 * Never fails (specification, section 4.2). Numbers are decimal, with an optional sign, given once.
 * `limit` defaults to 20, clamped to 1..100; an invalid or negative `offset` is 0.
 */
export function readListQuery(query: Readonly<Record<string, unknown>>): ListQuery {
  const limit = wholeNumber(query.limit) ?? LIMITS.listDefault;
  const offset = wholeNumber(query.offset) ?? 0;
  return {
    limit: clamp(limit, 1, LIMITS.listMax),
    offset: clamp(offset, 0, Number.MAX_SAFE_INTEGER),
  };
}
