const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The first characters of a text as people count them: letters stay with their signs. The text itself if it has no more. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
  return characters.slice(0, longest).join('');
}
