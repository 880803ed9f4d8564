/** Languages of pages and mails, by their own names. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
] as const satisfies readonly { readonly code: Language; readonly name: string }[];

/** BCP 47 tags. */
export const LANGUAGE_CODES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGE_CODES)[number];

export type InEachLanguage<T> = Readonly<Record<Language, T>>;

/** The query parameter and the cookie that name a language. */
const LANGUAGE_PARAMETER = 'lang';

const YEAR_S = 365 * 24 * 60 * 60;

export const isLanguage = (tag: unknown): tag is Language =>
  LANGUAGES.some(({ code }) => code === tag);

/** The parts of a request that show its reader's language. */
export interface LanguageRequest {
  readonly query: unknown;
  readonly headers: {
    readonly cookie?: string | undefined;
    readonly 'accept-language'?: string | undefined;
  };
}

function chosenLanguage({ query }: LanguageRequest): Language | undefined {
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : null;
  return isLanguage(lang) ? lang : undefined;
}

function keptLanguage({ headers }: LanguageRequest): Language | undefined {
  const [, kept] = /(?:^|;) *lang=([a-z]+)/.exec(headers.cookie ?? '') ?? [];
  return isLanguage(kept) ? kept : undefined;
}

/** Our preferred language in an `Accept-Language` (RFC 9110, section 12.5.4). */
function preferredLanguage(accepted: string): Language | undefined {
  const ranges = accepted.split(',').map((range) => {
    const [tag = '', ...parameters] = range.toLowerCase().split(';');
    const [, weight = '1'] = /^ *q=([\d.]+)/.exec(parameters[0] ?? '') ?? [];
    return { tag: tag.trim().split('-')[0], weight: Number(weight) };
  });
  const preferred = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return preferred.map(({ tag }) => tag).find(isLanguage);
}

/** The language chosen now or before, else the browser's, else English. */
export const languageOf = (request: LanguageRequest): Language =>
  chosenLanguage(request) ??
  keptLanguage(request) ??
  preferredLanguage(request.headers['accept-language'] ?? '') ??
  'en';

export const cookieFor = (language: Language): string =>
  `${LANGUAGE_PARAMETER}=${language}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax`;

/** Undefined if this request chose no language. */
export function languageCookie(request: LanguageRequest): string | undefined {
  const language = chosenLanguage(request);
  return language && cookieFor(language);
}

/** A link that opens its page in a language. */
export function inLanguage(url: string, language: Language): string {
  const link = new URL(url);
  link.searchParams.set(LANGUAGE_PARAMETER, language);
  return link.href;
}
