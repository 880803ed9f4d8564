import type { InEachLanguage, Language } from '../../../languages/languages.ts';
import type { AuthorityWords } from './en.ts';
import { EN } from './en.ts';
import { HI } from './hi.ts';

export interface AuthorityReader {
  readonly language: Language;
  readonly words: AuthorityWords;
}

const WORDS: InEachLanguage<AuthorityWords> = { en: EN, hi: HI };

export const readerIn = (language: Language): AuthorityReader => ({
  language,
  words: WORDS[language],
});
