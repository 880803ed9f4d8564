/** Accents of Latin, Greek and Cyrillic, and the joiners: people leave them out. Marks of Indic scripts stay. */
const LEFT_OUT = /[\u0300-\u036f\u200c\u200d]/g;

/** A text for comparison: compatible characters, case and accents are one (NFKC). */
export const folded = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(LEFT_OUT, '').normalize('NFKC');

/** The folded words of a text. */
export const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean);

/** Whether a text has all the folded words, each anywhere in it. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const whole = folded(text);
  return words.every((word) => whole.includes(word));
}
