import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../../contract/is-record.ts';
import type { InEachLanguage, Language } from '../../../languages/languages.ts';
import { isLanguage, languageOf } from '../../../languages/languages.ts';
import type { Words } from './words/en.ts';
import { EN } from './words/en.ts';
import { HI } from './words/hi.ts';

export const signPath = (token: string): string => `/sign/${encodeURIComponent(token)}`;

/** Decoded. */
export function linkIn({ params }: Pick<FastifyRequest, 'params'>): string | undefined {
  const token = isRecord(params) && params.token;
  return typeof token === 'string' ? token : undefined;
}

export interface LanguageReader {
  readonly language: Language;
  readonly words: Words;
}

const WORDS: InEachLanguage<Words> = { en: EN, hi: HI };

/** For a language in which a page was shown. */
export const readerOfLanguage = (tag: unknown, otherwise: LanguageReader): LanguageReader =>
  isLanguage(tag) ? { language: tag, words: WORDS[tag] } : otherwise;

export function readerOf(request: FastifyRequest): LanguageReader {
  const language = languageOf(request);
  return { language, words: WORDS[language] };
}
