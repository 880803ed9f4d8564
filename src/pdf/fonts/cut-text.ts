const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The characters of a text as people count them: letters with their signs. */
function charactersOf(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

/** The first characters of a text, letters with their signs. The text itself if it has no more. */
export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : charactersOf(text).slice(0, longest).join('');
}

/** A text cut in its middle to a number of characters, so that two that begin alike can still be told apart. */
export function cutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = charactersOf(text);
  if (characters.length <= longest) return text;
  const end = Math.floor((longest - 1) / 2);
  const start = longest - 1 - end;
  return [...characters.slice(0, start), '…', ...characters.slice(-end)].join('');
}

/** A text in parts of a number of characters, letters with their signs. */
export function partsOf(text: string, length: number): string[] {
  const characters = charactersOf(text);
  const count = Math.ceil(characters.length / length);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}
