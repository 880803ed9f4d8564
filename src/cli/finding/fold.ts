/** Latin, Greek and Cyrillic accents and joiners, which people omit. Indic marks stay. */
const LEFT_OUT = /[\u0300-\u036f\u200c\u200d]/g;

/** For comparison: ignores case, accents and compatibility forms (NFKC). */
export const folded = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(LEFT_OUT, '').normalize('NFKC');

export const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean);

export function hasWords(text: string, words: readonly string[]): boolean {
  const whole = folded(text);
  return words.every((word) => whole.includes(word));
}
