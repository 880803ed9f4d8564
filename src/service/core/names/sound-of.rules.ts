import Sanscript from '@indic-transliteration/sanscript';
import type { Script } from './name-words.rules.ts';

const SCHEMES: Readonly<Partial<Record<Script, string>>> = {
  Devanagari: 'devanagari',
  Gujarati: 'gujarati',
  Gurmukhi: 'gurmukhi',
};

export const hasSounds = (script: Script): boolean => script === 'Latin' || script in SCHEMES;

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
export function soundOf(word: string, script: Script): string {
  const scheme = SCHEMES[script];
  const sound = through(scheme ? spelledInLatin(word, scheme) : word, ALIKE);
  return MUHAMMAD.has(sound) ? 'mumd' : sound;
}
