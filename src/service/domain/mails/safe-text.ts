import { withoutUnsafe } from '../../../contract/unsafe-characters.ts';

/** Most characters of a name in a mail. */
const NAME_LENGTH = 120;

/** A name on one line, cut to a length that fits a subject. */
export function oneLine(text: string): string {
  const characters = [...withoutUnsafe(text).replace(/ {2,}/g, ' ').trim()];
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
