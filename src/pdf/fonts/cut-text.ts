/** Breaks a line between words into rows that fit. A word that does not fit stands alone. */
export function wrapWords(line: string, fits: (text: string) => boolean): string[] {
  const rows: string[] = [];
  for (const word of line.split(' ')) {
    const longer = rows.length === 0 ? word : `${rows.at(-1)} ${word}`;
    if (rows.length > 0 && fits(longer)) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' });

function charactersOf(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

/** The first `longest` characters, each a letter with its signs. */
export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : charactersOf(text).slice(0, longest).join('');
}

/** Cuts the middle out of a text, so that texts with the same beginning still differ. */
export function cutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = charactersOf(text);
  if (characters.length <= longest) return text;
  const end = Math.floor((longest - 1) / 2);
  const start = longest - 1 - end;
  return [...characters.slice(0, start), '…', ...characters.slice(-end)].join('');
}

/** Parts of `length` characters, each a letter with its signs. */
export function partsOf(text: string, length: number): string[] {
  const characters = charactersOf(text);
  const count = Math.ceil(characters.length / length);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}
