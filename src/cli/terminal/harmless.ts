import { UNSAFE_OR_INVISIBLE } from '../../contract/unsafe-characters.ts';

const HARMFUL = new RegExp(`[${UNSAFE_OR_INVISIBLE}]`, 'gu');

const shown = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Makes untrusted text safe to print: escapes, controls, direction marks and invisible characters show as `\u{1b}`. */
export function harmless(text: string): string {
  return text.replace(HARMFUL, shown);
}

/** The same for text of several lines: keeps line breaks and tabs. */
export function harmlessLines(text: string): string {
  return text.replace(HARMFUL, (character) =>
    character === '\n' || character === '\t' ? character : shown(character),
  );
}
