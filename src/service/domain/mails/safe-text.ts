/** Most characters of a name in a mail. */
const NAME_LENGTH = 120;
/** Controls, line separators and marks that turn the direction of what follows. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A name on one line, cut to a length that fits a subject. */
export function oneLine(text: string): string {
  const characters = [...text.replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim()];
  if (characters.length <= NAME_LENGTH) return characters.join('');
  return `${characters.slice(0, NAME_LENGTH - 1).join('')}…`;
}

/** Text as HTML shows it, in an attribute too. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
