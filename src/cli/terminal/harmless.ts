import { UNSAFE_OR_INVISIBLE } from '../../contract/unsafe-classes.ts';

const HARMFUL = new RegExp(`[${UNSAFE_OR_INVISIBLE}]`, 'gu');

const shown = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Escapes controls, direction marks and invisible characters of untrusted text, as `\u{1b}`. */
export function harmless(text: string): string {
  return text.replace(HARMFUL, shown);
}

const jsonEscape = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** For JSON: `JSON.stringify` does not escape C1 controls and direction marks. Values stay. */
export function harmlessJson(json: string): string {
  return json.replace(HARMFUL, (character) =>
    character === '\n' || character === '\t'
      ? character
      : character.split('').map(jsonEscape).join(''),
  );
}

/** For several lines: keeps line breaks and tabs. */
export function harmlessLines(text: string): string {
  return text.replace(HARMFUL, (character) =>
    character === '\n' || character === '\t' ? character : shown(character),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Safe in HTML, also in quoted attributes. */
export const escapedHtml = (text: string): string =>
  harmless(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const SHOWN_TAIL = 4;
const SHORTEST_WITH_TAIL = 16;

/** Keeps the prefix and, of a long key, the last four characters. */
export function maskKey(key: string): string {
  const prefix = /^[a-z]+_(?:[a-z]+_)?/.exec(key)?.[0] ?? '';
  const tail = key.length >= SHORTEST_WITH_TAIL ? key.slice(-SHOWN_TAIL) : '';
  return `${prefix}…${tail}`;
}

/** Keeps the last four digits. */
export const maskPhone = (phone: string): string =>
  phone.slice(-SHOWN_TAIL).padStart(phone.length, '•');
