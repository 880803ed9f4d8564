import { createHash } from 'node:crypto';
import Sanscript from '@indic-transliteration/sanscript';
import type { Signer } from '../documents/document.rules.ts';
import type { NameScript, NameWords } from './name-words.rules.ts';
import { nameWords } from './name-words.rules.ts';

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
