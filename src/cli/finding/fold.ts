/** Latin, Greek and Cyrillic accents and joiners, which people omit. Indic marks stay. */
const LEFT_OUT = /[\u0300-\u036f\u200c\u200d]/g;

/** For comparison: ignores case, accents and compatibility forms (NFKC). */
export const folded = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(LEFT_OUT, '').normalize('NFKC');

export const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean);

const SHORT_NUMBER = /^\d{1,3}$/;

/** A number below four digits has to be a word of its own: "Person 2" is not in "Person 12". */
export function hasWords(text: string, words: readonly string[]): boolean {
  const whole = folded(text);
  const own = new Set(words.some((word) => SHORT_NUMBER.test(word)) ? numbersOf(whole) : []);
  return words.every((word) => (SHORT_NUMBER.test(word) ? own.has(word) : whole.includes(word)));
}

const numbersOf = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}]+/u);
