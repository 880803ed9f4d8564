/** Latin, Greek and Cyrillic accents and joiners, which people omit. Indic marks stay. */
const LEFT_OUT = /[\u0300-\u036f\u200c\u200d]/g;

/** For comparison: ignores case, accents and compatibility forms (NFKC). */
export const folded = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(LEFT_OUT, '').normalize('NFKC');

const TITLE = /^(mrs?|ms|miss|dr|prof|shri|smt|sri|श्री|श्रीमती)\.?$/u;

/** Without titles, which are in few names, unless there is nothing else. */
export function wordsOf(text: string): string[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const telling = words.filter((word) => !TITLE.test(word));
  return telling.length > 0 ? telling : words;
}

const SHORT_NUMBER = /^\d{1,3}$/;

/** A number below four digits has to be a word of its own: "Person 2" is not in "Person 12". */
export function hasWords(text: string, words: readonly string[]): boolean {
  const whole = folded(text);
  const own = new Set(words.some((word) => SHORT_NUMBER.test(word)) ? numbersOf(whole) : []);
  return words.every((word) => (SHORT_NUMBER.test(word) ? own.has(word) : whole.includes(word)));
}

const numbersOf = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}]+/u);
