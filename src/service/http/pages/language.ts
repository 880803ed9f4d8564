import type { FastifyRequest } from 'fastify';
import { EN } from './words/en.ts';
import { HI } from './words/hi.ts';
import type { Words } from './words/words.ts';

/** The languages that signers' pages speak, by their own names. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
] as const;

/** One of them, by its tag (BCP 47). */
export type Language = (typeof LANGUAGES)[number]['code'];

/** Who reads a page: their language and its words. */
export interface Reader {
  readonly language: Language;
  readonly words: Words;
}

const WORDS: Readonly<Record<Language, Words>> = { en: EN, hi: HI };
const COOKIE = 'lang';
const YEAR_S = 365 * 24 * 60 * 60;

const isLanguage = (tag: unknown): tag is Language =>
  typeof tag === 'string' && Object.hasOwn(WORDS, tag);

/** The language that the request's address asks for; undefined when it asks for none. */
function chosenLanguage({ query }: FastifyRequest): Language | undefined {
  const wish = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : null;
  return isLanguage(wish) ? wish : undefined;
}

function keptLanguage({ headers }: FastifyRequest): Language | undefined {
  const [, kept] = /(?:^|;) *lang=([a-z]+)/.exec(headers.cookie ?? '') ?? [];
  return isLanguage(kept) ? kept : undefined;
}

/** The first of our languages that an `Accept-Language` likes best (RFC 9110, section 12.5.4). */
function likedLanguage(accepted: string): Language | undefined {
  const wishes = accepted.split(',').map((range) => {
    const [tag = '', ...parameters] = range.toLowerCase().split(';');
    const [, weight = '1'] = /^ *q=([\d.]+)/.exec(parameters[0] ?? '') ?? [];
    return { tag: tag.trim().split('-')[0], weight: Number(weight) };
  });
  const liked = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return liked.map(({ tag }) => tag).find(isLanguage);
}

/** Who reads the answer: in the language chosen on the page, now or before, or else the browser's. */
export function readerOf(request: FastifyRequest): Reader {
  const language =
    chosenLanguage(request) ??
    keptLanguage(request) ??
    likedLanguage(request.headers['accept-language'] ?? '') ??
    'en';
  return { language, words: WORDS[language] };
}

/** The cookie that keeps a choice; it says nothing else. Undefined when nothing was chosen now. */
export function languageCookie(request: FastifyRequest): string | undefined {
  const language = chosenLanguage(request);
  return language && `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax`;
}
