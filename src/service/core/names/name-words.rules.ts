/** `mixed` for several; `other` for a script that is only compared with itself. */
export type NameScript = 'Latin' | 'Devanagari' | 'Gujarati' | 'Gurmukhi' | 'other' | 'mixed';

export interface NameWords {
  /** Words without titles, in order; may be empty. */
  readonly words: readonly string[];
  /** Words with titles, which may be part of a name. */
  readonly titled: readonly string[];
  readonly script: NameScript;
}

const READ_SCRIPTS = ['Latin', 'Devanagari', 'Gujarati', 'Gurmukhi'] as const;
const LETTERS_OF = Object.fromEntries(
  READ_SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')]),
);

const TITLES = new Set(
  `mr mrs ms miss mx dr prof shri sri shree smt smti sushri kumari km er adv ca capt col maj lt
  श्री श्रीमती सुश्री श्रीमान डॉ डा कु શ્રી શ્રીમતી ડૉ ડો ਸ਼੍ਰੀ ਸ੍ਰੀ ਸ਼੍ਰੀਮਤੀ ਡਾ`
    .split(/\s+/)
    .map((title) => title.normalize('NFC')),
);

const BRACKETED = /\([^)]*\)|\[[^\]]*\]/gu;
/** `S/O`, `D/O`, `W/O`, `H/O`, `C/O` and the relative's name. */
const RELATIVE = /(?:^|\s)[sdwhc]\s*\/\s*o(?:\s|\.|:|$).*$/u;
const LATIN_ACCENTS = /(?<=\p{Script=Latin})[\u0300-\u036f]+/gu;
const APOSTROPHES = /['’‘ʼ`´]/gu;
const JOINERS = /\p{Cf}/gu;
const NOT_IN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;

function scriptOf(text: string): NameScript {
  const letters = text.match(/\p{L}/gu) ?? [];
  const scripts = new Set(
    letters.map(
      (letter) => READ_SCRIPTS.find((script) => LETTERS_OF[script]?.test(letter)) ?? 'other',
    ),
  );
  const [only = 'other'] = scripts;
  return scripts.size > 1 ? 'mixed' : only;
}

/** Folds width, case and accents; drops brackets, relatives, punctuation, invisible characters. */
export function nameWords(name: string): NameWords {
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(JOINERS, '')
    .replace(BRACKETED, ' ')
    .replace(RELATIVE, ' ')
    .normalize('NFD')
    .replace(LATIN_ACCENTS, '')
    .normalize('NFC')
    .replace(APOSTROPHES, '');
  const titled = folded.split(NOT_IN_WORDS).filter((word) => word !== '');
  const first = titled.findIndex((word) => !TITLES.has(word));
  const words = first < 0 ? [] : titled.slice(first);
  return { words, titled, script: scriptOf(words.join('')) };
}
