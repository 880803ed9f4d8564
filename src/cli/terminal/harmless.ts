import { UNSAFE_OR_INVISIBLE } from '../../contract/unsafe-characters.ts';

const HARMFUL = new RegExp(`[${UNSAFE_OR_INVISIBLE}]`, 'gu');

const shown = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Makes untrusted text safe to print: escapes, controls, direction marks and invisible characters show as `\u{1b}`. */
export function harmless(text: string): string {
  return text.replace(HARMFUL, shown);
}

const jsonEscape = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The same for JSON text, whose values stay as they are: `JSON.stringify` lets C1 controls and direction marks through. */
export function harmlessJson(json: string): string {
  return json.replace(HARMFUL, (character) =>
    character === '\n' || character === '\t'
      ? character
      : character.split('').map(jsonEscape).join(''),
  );
}

/** The same for text of several lines: keeps line breaks and tabs. */
export function harmlessLines(text: string): string {
  return text.replace(HARMFUL, (character) =>
    character === '\n' || character === '\t' ? character : shown(character),
  );
}
