import type { FastifyRequest } from 'fastify';
import type { Words } from './words/en.ts';
import { EN } from './words/en.ts';
import { HI } from './words/hi.ts';

/** The languages of signers' pages, by their own names. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
] as const;

/** A language by its tag (BCP 47). */
export type Language = (typeof LANGUAGES)[number]['code'];

/** The reader's language and its words. */
export interface Reader {
  readonly language: Language;
  readonly words: Words;
}

const WORDS: Readonly<Record<Language, Words>> = { en: EN, hi: HI };
const COOKIE = 'lang';
const YEAR_S = 365 * 24 * 60 * 60;

const isLanguage = (tag: unknown): tag is Language =>
  typeof tag === 'string' && Object.hasOwn(WORDS, tag);

function chosenLanguage({ query }: FastifyRequest): Language | undefined {
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : null;
  return isLanguage(lang) ? lang : undefined;
}

function keptLanguage({ headers }: FastifyRequest): Language | undefined {
  const [, kept] = /(?:^|;) *lang=([a-z]+)/.exec(headers.cookie ?? '') ?? [];
  return isLanguage(kept) ? kept : undefined;
}

/** The preferred one of our languages in an `Accept-Language` (RFC 9110, section 12.5.4). */
function preferredLanguage(accepted: string): Language | undefined {
  const ranges = accepted.split(',').map((range) => {
    const [tag = '', ...parameters] = range.toLowerCase().split(';');
    const [, weight = '1'] = /^ *q=([\d.]+)/.exec(parameters[0] ?? '') ?? [];
    return { tag: tag.trim().split('-')[0], weight: Number(weight) };
  });
  const preferred = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return preferred.map(({ tag }) => tag).find(isLanguage);
}

/** The reader of a language that a page was shown in. */
export const readerOfLanguage = (tag: unknown, otherwise: Reader): Reader =>
  isLanguage(tag) ? { language: tag, words: WORDS[tag] } : otherwise;

/** The reader of the response: the language chosen now or before, else the browser's. */
export function readerOf(request: FastifyRequest): Reader {
  const language =
    chosenLanguage(request) ??
    keptLanguage(request) ??
    preferredLanguage(request.headers['accept-language'] ?? '') ??
    'en';
  return { language, words: WORDS[language] };
}

/** The cookie that remembers a language chosen in this request; undefined when none was. */
export function languageCookie(request: FastifyRequest): string | undefined {
  const language = chosenLanguage(request);
  return language && `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax`;
}
