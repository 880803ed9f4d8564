import type { InEachLanguage, Language } from '../../../languages/languages.ts';
import type { AuthorityWords } from './english.ts';
import { EN } from './english.ts';
import { HI } from './hindi.ts';

export interface AuthorityReader {
  readonly language: Language;
  readonly words: AuthorityWords;
}

const WORDS: InEachLanguage<AuthorityWords> = { en: EN, hi: HI };

export const readerIn = (language: Language): AuthorityReader => ({
  language,
  words: WORDS[language],
});
