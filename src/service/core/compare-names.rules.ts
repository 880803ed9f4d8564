import { createHash } from 'node:crypto';
import Sanscript from '@indic-transliteration/sanscript';
import type { Signer } from './documents/document.rules.ts';

/** `mixed` for several; `other` for a script that is only compared with itself. */
type NameScript = 'Latin' | 'Devanagari' | 'Gujarati' | 'Gurmukhi' | 'other' | 'mixed';

interface NameWords {
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
function nameWords(name: string): NameWords {
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

const SCHEMES: Readonly<Partial<Record<NameScript, string>>> = {
  Devanagari: 'devanagari',
  Gujarati: 'gujarati',
  Gurmukhi: 'gurmukhi',
};

const hasSounds = (script: NameScript): boolean => script === 'Latin' || script in SCHEMES;

const NUKTAS = /[\u093c\u0abc\u0a3c]/gu;

/** From IAST, the scholarly romanisation, to usual English spellings; the order matters. */
const IAST: readonly (readonly [RegExp, string])[] = [
  [/ṃh/gu, 'ngh'],
  [/jñ/gu, 'gy'],
  [/[ṃñṅṇ]/gu, 'n'],
  [/[śṣ]/gu, 'sh'],
  [/āva$/gu, 'ao'],
  [/[ṛṝ]/gu, 'ri'],
];

/** Spellings that sound alike; the order matters. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/h/g, ''],
  [/(.)\1+/g, '$1'],
  [/(?<=.)a/g, ''],
];

/** The many spellings of one name. */
const MUHAMMAD = new Set(['md', 'mod', 'momd', 'mumd', 'mommd', 'mummd']);

const through = (text: string, rules: readonly (readonly [RegExp, string])[]): string =>
  rules.reduce((said, [spelling, sound]) => said.replace(spelling, sound), text);

function spelledInLatin(word: string, scheme: string): string {
  const bare = word.normalize('NFD').replace(NUKTAS, '').normalize('NFC');
  return through(Sanscript.t(bare, scheme, 'iast'), IAST)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '');
}

/** Equal for spellings of one name, such as Laxmi, Lakshmi and लक्ष्मी. */
function soundOf(word: string, script: NameScript): string {
  const scheme = SCHEMES[script];
  const sound = through(scheme ? spelledInLatin(word, scheme) : word, ALIKE);
  return MUHAMMAD.has(sound) ? 'mumd' : sound;
}

/** Code of one e-KYC response: authorities renew it for each signature. */
const PSEUDONYM = /^(pseudonym|2\.5\.4\.65)=/i;

/** SHA-256 (64 hexadecimal digits) of a subject, one attribute per line, without the pseudonym. */
export function identityOf(subject: string): string {
  const lines = subject.split('\n').filter((line) => !PSEUDONYM.test(line));
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

/**
 * How a certificate's name fits the invited name. `partial`: one may be a shorter or other spelling
 * of the other. `not_comparable`: these rules cannot tell.
 */
export const NAME_FITS = ['match', 'partial', 'mismatch', 'not_comparable'] as const;
export type NameFit = (typeof NAME_FITS)[number];

/** Version of these rules, stored with each result. */
export const NAME_RULES = 1;

interface Word {
  readonly text: string;
  readonly sound: string;
}

const isInitial = ({ text }: Word): boolean => [...text].length === 1;

const sounding = (words: readonly string[], { script }: NameWords): Word[] =>
  words.map((text) => ({ text, sound: hasSounds(script) ? soundOf(text, script) : text }));

/** Removes the first word that fits; false when there is none. */
function takeFirst(words: Word[], fits: (word: Word) => boolean): boolean {
  const at = words.findIndex(fits);
  if (at >= 0) words.splice(at, 1);
  return at >= 0;
}

/** Words of the shorter name that the longer one has too, by sound or as initials. */
function counterparts(one: readonly Word[], other: readonly Word[]) {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const left = [...longer];
  const whole = shorter.filter(
    (word) => !isInitial(word) && takeFirst(left, ({ sound }) => sound === word.sound),
  );
  const rest = shorter.filter((word) => !whole.includes(word));
  const initials = rest.filter((word) =>
    takeFirst(
      left,
      (found) =>
        (isInitial(word) || isInitial(found)) && word.sound.charAt(0) === found.sound.charAt(0),
    ),
  );
  return { whole: whole.length, missing: shorter.length - whole.length - initials.length };
}

const sorted = (words: readonly string[]): string => [...words].sort().join(' ');
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  sorted(one) === sorted(other) || one.join('') === other.join('');

const soundsSame = (one: readonly Word[], other: readonly Word[]): boolean => {
  const said = (words: readonly Word[]) => words.map(({ sound }) => sound).join('');
  return said(one) === said(other);
};

/** Across scripts a word may have unknown spellings: a partial overlap settles nothing. */
function withoutMatch(one: NameWords, other: NameWords): NameFit {
  const [words, others] = [sounding(one.words, one), sounding(other.words, other)];
  const { whole, missing } = counterparts(words, others);
  if (whole === 0 && words.every(isInitial)) return 'not_comparable';
  if (whole === 0 && others.every(isInitial)) return 'not_comparable';
  if ((missing === 0 && whole > 0) || soundsSame(words, others)) return 'partial';
  return one.script !== other.script && whole > 0 ? 'not_comparable' : 'mismatch';
}

/** Symmetric. */
export function compareNames(invited: string, certified: string): NameFit {
  if (invited === certified) return 'match';
  const [one, other] = [nameWords(invited), nameWords(certified)];
  if (one.words.length === 0 || other.words.length === 0) return 'not_comparable';
  if (isSame(one.words, other.words) || isSame(one.titled, other.titled)) return 'match';
  const isOneScript = one.script === other.script && one.script !== 'mixed';
  if (!isOneScript && !(hasSounds(one.script) && hasSounds(other.script))) return 'not_comparable';
  return withoutMatch(one, other);
}

/** A certificate's name that differs from the invited one; `mismatch`: somebody else's. */
export interface OtherName {
  readonly name: string;
  readonly fit: Exclude<NameFit, 'match'>;
}

/** Null when the certificate has the same name, or none is known. */
export function otherName({
  name,
  certifiedName,
}: Pick<Signer, 'name' | 'certifiedName'>): OtherName | null {
  if (certifiedName === null) return null;
  const fit = compareNames(name, certifiedName);
  return fit === 'match' ? null : { name: certifiedName, fit };
}
