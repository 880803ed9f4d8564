import type { FastifyRequest } from 'fastify';
import type { InEachLanguage, Language } from '../../../languages/languages.ts';
import { isLanguage, languageOf } from '../../../languages/languages.ts';
import type { Words } from './words/en.ts';
import { EN } from './words/en.ts';
import { HI } from './words/hi.ts';

/** The reader's language and its words. */
export interface Reader {
  readonly language: Language;
  readonly words: Words;
}

const WORDS: InEachLanguage<Words> = { en: EN, hi: HI };

/** The reader of a language that a page was shown in. */
export const readerOfLanguage = (tag: unknown, otherwise: Reader): Reader =>
  isLanguage(tag) ? { language: tag, words: WORDS[tag] } : otherwise;

/** The reader of the response. */
export function readerOf(request: FastifyRequest): Reader {
  const language = languageOf(request);
  return { language, words: WORDS[language] };
}
